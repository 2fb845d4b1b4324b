import { loginSecondFactor, secondStepBody } from 'contract/second-factors';
import type { z } from 'zod';
import { readDevice } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { keepSignIn } from './keep-sign-in.ts';

export const schema = secondStepBody;

/** Completes a login with a code, and keeps what the server answered. Fails with HttpError. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  const { data, message } = await call(loginSecondFactor, {
    body: { ...body, device: readDevice() ?? undefined },
  });
  keepSignIn(data, message);
}
