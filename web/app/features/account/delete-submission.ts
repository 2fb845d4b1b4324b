import { deleteAccount, deleteAccountBody } from 'contract/own-data';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';

export const schema = deleteAccountBody;

/** Deletes the account of whoever is signed in, by its password. */
export async function send({ password }: z.output<typeof schema>): Promise<void> {
  await call(deleteAccount, { body: { password }, silent: true });
}
