import { me } from 'contract/accounts';
import { readToken, storeUser } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';

/** Asks the server who is here and keeps the answer, unless that session has ended meanwhile. */
export async function refreshSessionUser(signal?: AbortSignal): Promise<void> {
  const token = readToken();
  const { data } = await call(me, { silent: true, signal });
  if (token === readToken()) storeUser(data);
}
