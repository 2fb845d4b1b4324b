import { changeEmail, changeEmailBody } from 'contract/email-links';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';

// Of what the form holds, the name for password managers is not sent.
export const schema = changeEmailBody.strip();

/** Asks for another e-mail. Fails with HttpError; its toast has been shown. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  await call(changeEmail, { body });
}
