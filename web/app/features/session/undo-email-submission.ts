import { mailedTokenBody, undoEmail } from 'contract/email-links';
import type { z } from 'zod';
import { clearCredentials } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';

export const schema = mailedTokenBody.strip();

/**
 * Undoes a change of e-mail by the token of its link. The server ends every session of that account, so
 * this browser's goes too. Fails with HttpError.
 */
export async function send(body: z.output<typeof schema>): Promise<void> {
  await call(undoEmail, { body, silent: true });
  clearCredentials();
}
