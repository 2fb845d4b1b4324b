import { storageKeys } from 'contract/storage';

/** Leaves a note for the home page that somebody has just signed out in this tab. */
export function noteSignedOut(): void {
  try {
    sessionStorage.setItem(storageKeys.signedOut, 'true');
  } catch {
    // Where storage is refused, the home page shows by itself that nobody is signed in.
  }
}

/** Whether there is such a note; it is taken away. */
export function takeSignedOutNote(): boolean {
  try {
    const noted = sessionStorage.getItem(storageKeys.signedOut) !== null;
    sessionStorage.removeItem(storageKeys.signedOut);
    return noted;
  } catch {
    return false;
  }
}
