import type { SignedInAnswer } from 'contract/accounts';
import { storeCredentials, storeDevice } from '../../lib/credentials.ts';
import { notify } from '../../lib/notify.ts';

const toastMs = 2000;

/** Keeps what a login answered, and says that it is done. */
export function keepSignIn({ token, user, device }: SignedInAnswer, message: string): void {
  notify.success(message, { duration: toastMs });
  storeCredentials(token, user);
  storeDevice(device);
}
