import type { ProductKey } from 'contract/catalogue';
import type { Db } from '../../../db/client.ts';
import type { Services } from '../../../services.ts';
import { findAllowance, findUsedByCards, insertAllowance } from './repository.ts';

/** What decides about a user's trials beside what they hold. */
export interface Trials {
  /** The id of one more trial that an admin has allowed. */
  allowance: string | undefined;
  /** Products whose trial somebody else has had with a card of this user's. */
  usedByCards: ProductKey[];
}

/** Nothing of the kind, as for nearly everybody. */
export const noTrials: Trials = { allowance: undefined, usedByCards: [] };

/** A user's trials, beside what is held. */
export async function trialsOf({ db }: Pick<Services, 'db'>, userId: string): Promise<Trials> {
  const [allowance, usedByCards] = await Promise.all([
    findAllowance(db, userId),
    findUsedByCards(db, userId),
  ]);
  return { allowance, usedByCards };
}

/**
 * Allows a user one more trial of whatever is bought next, with whichever card. False while one that
 * was allowed before is still to be had.
 */
export function allowTrial(transaction: Db, userId: string): Promise<boolean> {
  return insertAllowance(transaction, userId);
}

/** Whether a user may have one more trial. */
export async function isTrialAllowed(db: Db, userId: string): Promise<boolean> {
  return (await findAllowance(db, userId)) !== undefined;
}
