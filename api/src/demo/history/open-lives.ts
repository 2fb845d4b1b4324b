import type { Services } from '../../services.ts';
import { logins } from '../logins.ts';
import { type Life, personOf } from './cast.ts';
import { ownYear } from './own-year.ts';
import { findAccount, findCustomers, findRecorded } from './past-repository.ts';
import { findClocks, type LifeClock } from './test-clock.ts';

/** A life that has not been lived, or not to its end. */
export interface OpenLife extends Life {
  /** Whether the mails of this life reach a mailbox. */
  hasMailbox: boolean;
  /** How far an earlier try came. */
  clock: LifeClock | undefined;
}

/**
 * The lives that are still to be lived, those of the demo's logins first: somebody may be looking.
 * Whoever has bought and lives by no clock has been through it, or has bought by hand.
 */
export async function findOpenLives(services: Services, cast: Life[]): Promise<OpenLife[]> {
  const lives = [
    ...(await lifeOf(services, logins.admin.email, {
      joined: 399,
      acts: [],
      madeBy: 'command line',
    })),
    ...(await lifeOf(services, logins.user.email, ownYear)),
    ...cast,
  ];
  const ids = lives.map(({ person }) => person.id);
  const [clocks, recorded, customers] = await Promise.all([
    findClocks(services),
    findRecorded(services.db, ids),
    findCustomers(services.db, ids),
  ]);
  return lives
    .map((life) => ({
      ...life,
      hasMailbox: life.person.email === logins.user.email,
      clock: clocks.find(({ email }) => email === life.person.email),
    }))
    .filter(({ person: { id }, acts, clock }) => {
      const isOver = customers.has(id) || (recorded.has(id) && !isBuyer(acts));
      return clock !== undefined || !isOver;
    });
}

/** Whether these acts need a customer of Stripe's. */
export function isBuyer(acts: Life['acts']): boolean {
  return acts.some((act) => act.do === 'choose');
}

/** The life of one of the demo's logins, which are there before it; none where it was deleted. */
async function lifeOf(
  { db }: Services,
  email: string,
  told: Omit<Life, 'person'>,
): Promise<Life[]> {
  const found = await findAccount(db, email);
  if (!found) return [];
  const { id, firstName, lastName } = found;
  return [{ ...told, person: { ...personOf(email, { firstName, lastName }), id } }];
}
