import { proveOneself } from 'contract/proof';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';

export const schema = proveOneself.body;

/** Proves who is there. Fails with HttpError. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  await call(proveOneself, { body, silent: true });
}
