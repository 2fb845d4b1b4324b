import { requestReset, requestResetBody } from 'contract/accounts';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';

/** Whom the reset link is for; the e-mail is trimmed before it is sent. */
export const schema = requestResetBody;

/** Asks for a reset link. Fails with HttpError; its toast has been shown. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  await call(requestReset, { body });
}
