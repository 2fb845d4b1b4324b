import { loginPasskey, startPasskeyLogin } from 'contract/passkeys';
import { startPasskeyProof } from 'contract/proof';
import { readDevice } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { keepSignIn } from './keep-sign-in.ts';
import { assertionOf } from './passkey-assertion.ts';
import { send } from './proof-submission.ts';

/**
 * Logs in with a passkey as the second step of the login whose token is given, and keeps what the server
 * answered. Fails with HttpError, whose toast has been shown; nothing is said where the person turned back, or
 * the browser has none.
 */
export async function logInByPasskey(half: string): Promise<void> {
  const { data } = await call(startPasskeyLogin, { body: { token: half } });
  await logInBy(await assertionOf(data));
}

/** Logs in with what the browser has signed, and keeps what the server answered. Fails with HttpError. */
export async function logInBy(assertion: Awaited<ReturnType<typeof assertionOf>>): Promise<void> {
  const body = { ...assertion, device: readDevice() ?? undefined };
  const { data, message } = await call(loginPasskey, { body });
  keepSignIn(data, message);
}

/**
 * Proves with a passkey who is there. Fails with HttpError where it was not accepted, whose toast has been
 * shown, and with another error where the person turned back.
 */
export async function proveByPasskey(): Promise<void> {
  const { data } = await call(startPasskeyProof);
  await send({ passkey: await assertionOf(data) }, false);
}
