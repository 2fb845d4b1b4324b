import { changeName, changeNameBody } from 'contract/accounts';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';

export const schema = changeNameBody;

/** Changes the name of whoever is signed in. Fails with HttpError; its toast has been shown. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  await call(changeName, { body });
}
