import type { Db } from '../../db/client.ts';
import { insertEntry } from './repository.ts';

/** What is written down (quality line 14). */
type Action =
  | 'account.created'
  | 'login.succeeded'
  | 'login.refused'
  | 'login.limited'
  | 'logout'
  | 'password.changed'
  | 'access.refused'
  | 'product.opened'
  | 'user.activated'
  | 'user.deactivated';

export interface Entry {
  action: Action;
  /** Who did it, where that is known. */
  actorId?: string;
  /** To what or whom: an id, an e-mail as typed, an address of the API. */
  target?: string;
  /** From where. */
  address: string;
}

/** Adds to the audit log, in the transaction of the act where there is one. */
export async function audit(db: Db, entry: Entry): Promise<void> {
  await insertEntry(db, entry);
}
