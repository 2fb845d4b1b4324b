import { storageKeys } from 'contract/storage';
import { readText, writeText } from './storage.ts';

/** Whether a passkey was made or used in this browser: then the login offers it. */
export function hasPasskeyHere(): boolean {
  return readText(storageKeys.passkey) !== null;
}

/** Notes that a passkey was made or used in this browser. It says nothing of whose. */
export function notePasskeyHere(): void {
  writeText(storageKeys.passkey, 'true');
}
