import { logout, me } from 'contract/accounts';
import { storeUser } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';

/** Ends the session on the server. A failure changes nothing for the person leaving. */
export async function endSession(): Promise<void> {
  await call(logout, { silent: true }).catch(() => undefined);
}

/** Asks the server who is here and keeps the answer. */
export async function refreshSessionUser(signal?: AbortSignal): Promise<void> {
  const { data } = await call(me, { silent: true, signal });
  storeUser(data);
}
