import { proofBody, proveOneself } from 'contract/proof';
import type { z } from 'zod';
import { readOwnToken, renewToken } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';

export const schema = proofBody;

/** Proves who is there, and keeps the token that the session has from then on. Fails with HttpError. */
export async function send(body: z.input<typeof schema>, silent = true): Promise<void> {
  const before = readOwnToken();
  const { data } = await call(proveOneself, { body: { ...body, renew: true }, silent });
  if (data) renewToken(before, data.token);
}
