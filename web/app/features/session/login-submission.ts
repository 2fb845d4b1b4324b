import { login, loginBody } from 'contract/accounts';
import type { z } from 'zod';
import { readDevice } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { setHalfSignIn } from './half-sign-in.ts';
import { keepSignIn } from './keep-sign-in.ts';

/** What the login form asks for. */
export const schema = loginBody;

/**
 * Signs in and keeps what the server answered, or goes on to the second step. Fails with HttpError; its
 * toast has been shown.
 */
export async function send(body: z.output<typeof schema>): Promise<void> {
  const { data, message } = await call(login, {
    body: { ...body, device: readDevice() ?? undefined },
  });
  if ('token' in data) return keepSignIn(data, message);
  // The form is there before the one for the password goes.
  await import('./second-step-form.tsx');
  setHalfSignIn(data.second_factor);
}
