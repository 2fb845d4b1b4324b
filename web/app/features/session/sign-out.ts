import { forgetCredentials, readToken } from '../../lib/credentials.ts';
import { noteSignedOut } from './signed-out-note.ts';

/**
 * Signs out: token and user are gone at once, and the home page takes the place of this one, where
 * it says that it is done (product A50). Whoever has left by a first press leaves no second time.
 */
export function signOut(): void {
  const token = readToken();
  if (token === null) return;
  // It outlives the page. A failure changes nothing for the person leaving.
  fetch('/api/logout', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
  forgetCredentials();
  noteSignedOut();
  location.replace('/');
}
