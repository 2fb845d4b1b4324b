import type { Db } from '../../db/client.ts';
import { audit } from '../audit/service.ts';
import { deleteViews } from './views-repository.ts';

/** By whom, from where and why a view ends. */
interface End {
  actorId: string;
  address: string;
  why: 'ended by hand' | 'another view' | 'logged out' | 'session ended';
}

/** Ends what admins see in these sessions of theirs, and notes it. */
export async function endViews(transaction: Db, viewerSessions: string[], end: End): Promise<void> {
  if (viewerSessions.length === 0) return;
  await noteEndedViews(transaction, await deleteViews(transaction, viewerSessions), end);
}

/** Notes that views are over, by whose pages they were. */
export async function noteEndedViews(
  transaction: Db,
  seen: string[],
  { why: detail, ...by }: End,
): Promise<void> {
  for (const target of seen)
    await audit(transaction, { action: 'view.ended', target, detail, ...by });
}
