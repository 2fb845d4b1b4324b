import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { passkeyOptions } from 'contract/passkey-options';
import type { startPasskeyLogin } from 'contract/passkeys';
import { call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { assertionOf } from './passkey-assertion.ts';

/** Has the browser offer a passkey where the e-mail is typed, until the returned function is called. */
export function offerPasskeys(field: HTMLInputElement): () => void {
  field.autocomplete = 'username webauthn' as AutoFill;
  logInByOffer().catch((error) => {
    if (error instanceof HttpError) logError('Logging in with a passkey failed', error);
  });
  return () => WebAuthnAbortService.cancelCeremony();
}

/** What the login itself takes is loaded once a passkey was chosen: most people choose none. */
async function logInByOffer(): Promise<void> {
  const { data } = await call<typeof startPasskeyLogin>(passkeyOptions, { body: {}, silent: true });
  const assertion = await assertionOf(data, true);
  const { logInBy } = await import('./passkey-login.ts');
  await logInBy(assertion);
}
