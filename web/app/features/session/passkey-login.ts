import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { loginPasskey, startPasskeyLogin } from 'contract/passkeys';
import { startPasskeyProof } from 'contract/proof';
import { readDevice } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { keepSignIn } from './keep-sign-in.ts';
import { send } from './proof-submission.ts';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

interface How {
  /** The token of a login whose second step this is. */
  half?: string;
  /** The browser offers it among the names it fills in, and waits until one is chosen. */
  useBrowserAutofill?: boolean;
}

/**
 * Logs in with a passkey, and keeps what the server answered. Fails with HttpError, whose toast has been
 * shown; nothing is said where the person turned back, or the browser has none.
 */
export async function logInByPasskey({ half, useBrowserAutofill = false }: How): Promise<void> {
  const { data } = await call(startPasskeyLogin, {
    body: { token: half },
    silent: useBrowserAutofill,
  });
  const body = {
    ...(await assertionOf(data, useBrowserAutofill)),
    device: readDevice() ?? undefined,
  };
  const answer = await call(loginPasskey, { body });
  keepSignIn(answer.data, answer.message);
}

/**
 * Proves with a passkey who is there. Fails with HttpError where it was not accepted, whose toast has been
 * shown, and with another error where the person turned back.
 */
export async function proveByPasskey(): Promise<void> {
  const { data } = await call(startPasskeyProof);
  await send({ passkey: await assertionOf(data) }, false);
}

/** Has the browser sign what the server asks for. */
async function assertionOf(
  { token, options }: { token: string; options: unknown },
  useBrowserAutofill = false,
) {
  const optionsJSON = options as Options;
  const how = { useBrowserAutofill, verifyBrowserAutofillInput: false };
  return { token, credential: { ...(await startAuthentication({ optionsJSON, ...how })) } };
}

/** Has the browser offer a passkey where the e-mail is typed, until the returned function is called. */
export function offerPasskeys(field: HTMLInputElement): () => void {
  field.autocomplete = 'username webauthn' as AutoFill;
  logInByPasskey({ useBrowserAutofill: true }).catch((error) => {
    if (error instanceof HttpError) logError('Logging in with a passkey failed', error);
  });
  return () => WebAuthnAbortService.cancelCeremony();
}
