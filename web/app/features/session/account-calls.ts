import { logout, me } from 'contract/accounts';
import { readToken, storeUser } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';

/**
 * Ends the session on the server. A failure changes nothing for the person leaving; whoever has
 * left already, by a first press of the same button, has nothing to end.
 */
export async function endSession(): Promise<void> {
  if (readToken() === null) return;
  await call(logout, { silent: true }).catch(() => undefined);
}

/** Asks the server who is here and keeps the answer, unless that session has ended meanwhile. */
export async function refreshSessionUser(signal?: AbortSignal): Promise<void> {
  const token = readToken();
  const { data } = await call(me, { silent: true, signal });
  if (token === readToken()) storeUser(data);
}
