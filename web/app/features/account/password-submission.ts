import { changePassword } from 'contract/accounts';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';

// Of what the form holds, the name for password managers is not sent.
export const schema = changePassword.body.strip();

/** Changes the password of whoever is signed in. Fails with HttpError; its toast has been shown. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  await call(changePassword, { body });
}
