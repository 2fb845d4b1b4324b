import type { TermsHeld } from 'contract/agreements';
import type { Db } from '../../db/client.ts';
import { findToCome } from './in-force-repository.ts';
import { currentTexts } from './texts.ts';

/**
 * The version of the terms that holds for somebody, and the announced ones that do not yet, with their
 * days, the nearest first (product U371). An earlier version that no build has kept cannot be agreed to,
 * so those of this build hold then.
 */
export async function termsHeldBy(db: Db, userId: string): Promise<TermsHeld> {
  const toCome = await findToCome(db, userId, 'terms');
  const before = toCome[0]?.before;
  if (!before) return { version: currentTexts.terms.version, to_come: [] };
  return { version: before, to_come: toCome.map(({ version, from }) => ({ version, from })) };
}
