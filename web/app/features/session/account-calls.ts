import { me } from 'contract/accounts';
import type { LegalNotice } from 'contract/agreements';
import { readToken, storeUser } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';

/**
 * Asks the server who is here and keeps the answer, unless that session has ended meanwhile. Answers
 * the changes of the legal texts that are to be told of.
 */
export async function refreshSessionUser(signal?: AbortSignal): Promise<LegalNotice[]> {
  const token = readToken();
  const { data, notices } = await call(me, { silent: true, signal });
  if (token === readToken()) storeUser(data);
  return notices ?? [];
}
