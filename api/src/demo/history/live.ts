import { hashOfNone } from '../../features/accounts/password.ts';
import { tieCustomer } from '../../features/billing/stripe/customers/customers.ts';
import { Conflict, NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { auditTrail } from './audit-trail.ts';
import type { Life, Person } from './cast.ts';
import { follow } from './follow.ts';
import { isBuyer, type OpenLife } from './open-lives.ts';
import type { Presents } from './past-mails.ts';
import {
  findCustomers,
  findRecorded,
  insertPastAccount,
  insertPastEntries,
  setPast,
} from './past-repository.ts';
import { type Actors, perform } from './perform.ts';
import { advance, createClock, type LifeClock, release } from './test-clock.ts';
import { joinedAt, type TimedAct, timedActs } from './timing.ts';

/** What all lives have in common. */
export interface World {
  services: Services;
  admin: Actors['admin'];
  presents: Presents;
  /** The customers who are at it. */
  living: Set<string>;
  /** Told to stop, a life stands still after what it is at; the next start goes on with it. */
  stop: AbortSignal;
}

/**
 * Lives somebody's life from the sign-up, or from where an earlier try stopped, up to `until`, in
 * unix seconds. Everything is either done whole or found done, so a life that was cut short
 * anywhere goes on without anything twice.
 */
export async function live(world: World, life: OpenLife, until: number): Promise<void> {
  const { services, presents, living, stop } = world;
  const { person } = life;
  const joined = joinedAt(life, until);
  const acts = timedActs(life, joined, until);
  const tellTime = (now: number): void => {
    presents.set(person.email, { now: new Date(now * 1000), hasMailbox: life.hasMailbox });
  };
  tellTime(joined);
  let customerId = '';
  const act = async (one: TimedAct): Promise<void> => {
    tellTime(one.at);
    await attempt(services, { ...world, person, customerId }, one);
  };
  try {
    if (!(await record(world, life, { acts, joined, until }))) return;
    if (!isBuyer(life.acts)) {
      for (const one of acts) await act(one);
      return;
    }
    const { email } = person;
    const from = acts[0]?.at ?? joined;
    const clock = life.clock ?? (await createClock(services, { email, from, until }));
    customerId = await customerOn(services, clock, person);
    living.add(customerId);
    await advance(services, clock, clock.now);
    for (const one of acts.filter(({ at }) => at >= clock.now)) {
      if (stop.aborted) return await follow(services, customerId);
      await advance(services, clock, one.at);
      await act(one);
    }
    await advance(services, clock, until);
    tellTime(until);
    await follow(services, customerId);
    await release(services, clock);
  } finally {
    living.delete(customerId);
    presents.delete(person.email);
  }
}

/**
 * Puts on record, once, how an account was made and what its owner did beside buying; makes it,
 * unless it is one of the demo's logins. False where the e-mail is somebody else's.
 */
async function record(
  { services, admin }: World,
  life: Life,
  times: { acts: TimedAct[]; joined: number; until: number },
): Promise<boolean> {
  const { id, email, firstName, lastName } = life.person;
  const createdAt = new Date(times.joined * 1000);
  return services.db.transaction(async (transaction) => {
    if ((await findRecorded(transaction, [id])).has(id)) return true;
    const account = { id, email, firstName, lastName, role: 'user', createdAt } as const;
    const passwordHash = hashOfNone();
    if (!(await insertPastAccount(transaction, { ...account, passwordHash }))) return false;
    await setPast(transaction, id, { createdAt });
    await insertPastEntries(transaction, auditTrail(life, times, admin));
    if (life.madeBy) return true;
    await services.mails.queue(transaction, {
      cause: `welcome:${id}`,
      template: 'welcome',
      to: email,
      content: { firstName },
    });
    return true;
  });
}

/** The customer that lives by a clock, made on first need. */
async function customerOn(
  services: Services,
  clock: LifeClock,
  { id: userId, email, firstName, lastName }: Person,
): Promise<string> {
  const known = (await findCustomers(services.db, [userId])).get(userId);
  if (known) return known;
  const customer = await services.stripe.customers.create(
    {
      email,
      name: `${firstName} ${lastName}`,
      metadata: { user_id: userId },
      test_clock: clock.id,
    },
    { idempotencyKey: `demo-customer-${clock.id}` },
  );
  await tieCustomer(services, customer.id, userId);
  return customer.id;
}

/** Does one thing; one that was done before a try was cut short is refused, and so be it. */
async function attempt(services: Services, actors: Actors, act: TimedAct): Promise<void> {
  try {
    await perform(services, actors, act);
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    services.log.info({ act, person: actors.person.id, err: error }, 'demo: found done');
  }
}
