import type { Services } from '../../../services.ts';
import { customerOfEvent, type EventData } from '../stripe/events/event-customer.ts';
import type { Pace } from './pace.ts';
import { findMissed } from './repository.ts';

/** So far back one looks: longer than from one sweep to the end of the next. */
const lookBackMs = 3 * 3_600_000;
/** Newer ones may be on their way. */
const graceMs = 5 * 60_000;

/**
 * Walks the events that Stripe has sent of late, a hundred in a call, and answers the customers
 * that those are about which never came here: whom nobody would else look at before their slice has its turn.
 * Whose a dispute is takes a call of its own.
 */
export async function findMissedCustomers(services: Services, pace: Pace): Promise<string[]> {
  const { db, stripe, stripeClock } = services;
  const now = stripeClock.now().getTime();
  const [gte, lt] = [now - lookBackMs, now - graceMs].map((ms) => Math.floor(ms / 1_000));
  const customers = new Set<string>();
  for (let after: string | undefined; ; ) {
    const page = await pace.run(1, () =>
      stripe.events.list({
        limit: 100,
        created: { gte, lt },
        ...(after && { starting_after: after }),
      }),
    );
    const missed = await findMissed(
      db,
      page.data.map(({ id }) => id),
    );
    for (const { id, data } of page.data) {
      if (!missed.has(id)) continue;
      const about: EventData = data;
      const customer = await customerOfEvent(stripe, about, (call) => pace.run(1, call));
      if (customer) customers.add(customer);
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more) return [...customers];
  }
}
