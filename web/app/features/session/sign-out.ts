import { forgetCredentials, readOwnToken, readToken } from '../../lib/credentials.ts';
import { leaveView, readView } from '../../lib/view.ts';
import { noteSignedOut } from './signed-out-note.ts';

/**
 * Signs out: token and user are gone at once, and the home page takes the place of this one, where
 * it says that it is done (product A50). Whoever has left by a first press leaves no second time.
 */
export function signOut(): void {
  if (readView()) {
    endView();
    return;
  }
  const token = readToken();
  if (token === null) return;
  tell('POST', '/api/logout', token);
  forgetCredentials();
  noteSignedOut();
  location.replace('/');
}

/** Stops seeing what a user sees: this tab shows the admin's own pages again, at the page of that user. */
export function endView(): void {
  tell('DELETE', '/api/admin/view', readOwnToken());
  leaveView();
}

/** It outlives the page. A failure changes nothing for the person leaving. */
function tell(method: string, address: string, token: string | null): void {
  const headers = { Authorization: `Bearer ${token}` };
  fetch(address, { method, headers, keepalive: true }).catch(() => undefined);
}
