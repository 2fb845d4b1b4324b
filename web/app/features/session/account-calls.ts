import { login, logout, me, register, requestReset, updatePassword } from 'contract/accounts';
import type { z } from 'zod';
import { clearCredentials, storeCredentials, storeUser } from '../../lib/credentials.ts';
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

/** Asks for a reset link. Fails with HttpError; its toast has been shown. */
export async function askForReset(body: z.input<typeof requestReset.body>): Promise<void> {
  await call(requestReset, { body });
}

/**
 * Sets a new password with the key of a reset link. The server ends every session of that account,
 * so this browser's goes too. Fails with HttpError; its toast has been shown.
 */
export async function setNewPassword(body: z.input<typeof updatePassword.body>): Promise<void> {
  await call(updatePassword, { body });
  clearCredentials();
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
