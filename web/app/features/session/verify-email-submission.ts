import { mailedTokenBody, verifyEmail } from 'contract/email-links';
import type { z } from 'zod';
import { readToken } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { refreshSessionUser } from './account-calls.ts';

export const schema = mailedTokenBody.strip();

/** Confirms an e-mail by the token of its link; a session that is here hears of it at once. Fails with HttpError. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  await call(verifyEmail, { body, silent: true });
  if (readToken() !== null) await refreshSessionUser().catch(() => undefined);
}
