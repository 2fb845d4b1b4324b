import { login, logout, me, register } from 'contract/accounts';
import type { z } from 'zod';
import { storeCredentials, storeUser } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { notify } from '../../lib/notify.ts';

const toastMs = 2000;

/** Signs in and keeps what the server answered. Fails with HttpError; its toast has been shown. */
export async function signIn(body: z.input<typeof login.body>): Promise<void> {
  const { data, message } = await call(login, { body });
  notify.success(message, { duration: toastMs });
  storeCredentials(data.token, data.user);
}

/** Creates an account and answers the server's message. Fails with HttpError; its toast has been shown. */
export async function signUp(body: z.input<typeof register.body>): Promise<string> {
  return (await call(register, { body })).message;
}

/** Ends the session on the server. A failure changes nothing for the person leaving. */
export async function endSession(): Promise<void> {
  await call(logout, { silent: true }).catch(() => undefined);
}

/** Asks the server who is here and keeps the answer. */
export async function refreshSessionUser(signal?: AbortSignal): Promise<void> {
  const { data } = await call(me, { silent: true, signal });
  storeUser(data);
}
