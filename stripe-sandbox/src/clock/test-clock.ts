import { boundary } from '../billing/cycle.ts';
import { invalid } from '../http/errors.ts';
import { equal } from '../http/list.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

type TestClock = Doc<'test_helpers.test_clock'>;

const CUSTOMERS = 3;

/** How far one advance may go: intervals of the shortest subscription, and years without any. */
const INTERVALS = 2;
const YEARS = { interval: 'year', interval_count: 2 };

/** The clock that a new customer is to live by. Throws when it has as many as it can have. */
export function clockWithRoom(work: Work, id: string): TestClock {
  const clock = ready(work, id, 'test_clock');
  if (work.store.all('customer', equal('test_clock', id)).length < CUSTOMERS) return clock;
  throw invalid(`A test clock can have at most ${CUSTOMERS} customers.`, 'test_clock');
}

/**
 * Sends a clock on its way to `target` (unix seconds); the scheduler takes it there. Throws when it
 * is on its way already, for the past, and for more than Stripe lets a clock go at once.
 */
export function beginAdvance(work: Work, id: string, target: number): TestClock {
  const clock = ready(work, id);
  if (target <= clock.frozen_time) {
    throw invalid('The frozen_time must be after the current frozen_time.', 'frozen_time');
  }
  if (target > furthest(work, clock)) {
    throw invalid(
      'The frozen_time cannot be more than two intervals in the future from the shortest subscription in this test clock, or two years when there is none.',
      'frozen_time',
    );
  }
  const changes: Partial<TestClock> = {
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: target } },
  };
  return work.change('test_helpers.test_clock', id, changes, 'test_helpers.test_clock.advancing');
}

/** Everything up to `target` (unix seconds) has been done: the clock stands there. */
export function finishAdvance(work: Work, id: string, target: number): void {
  // It may have been deleted on the way.
  if (!work.store.find('test_helpers.test_clock', id)) return;
  const changes: Partial<TestClock> = {
    status: 'ready',
    status_details: {},
    frozen_time: target,
  };
  work.change('test_helpers.test_clock', id, changes, 'test_helpers.test_clock.ready');
}

/**
 * Lets a clock's customers go on in shared time, and the clock is no more (product O63). Stripe has
 * nothing like it: there a customer stays with its clock. Throws for a clock that has gone ahead of
 * shared time.
 */
export function releaseClock(work: Work, id: string): void {
  const clock = ready(work, id);
  if (clock.frozen_time > work.now()) {
    throw invalid('This test clock is ahead of the time its customers would return to.', 'id');
  }
  work.store.leaveClock(id);
  work.store.remove('test_helpers.test_clock', id);
  work.emit('test_helpers.test_clock.deleted', clock);
}

function ready(work: Work, id: string, param = 'id'): TestClock {
  const clock = work.get('test_helpers.test_clock', id, param);
  if (clock.status === 'ready') return clock;
  throw invalid(
    'Test clock advancement underway - cannot perform modifications.',
    undefined,
    'test_clock_not_ready',
  );
}

function furthest(work: Work, { id, frozen_time }: TestClock): number {
  const ends = work.store
    .all('subscription', equal('test_clock', id))
    .filter(({ ended_at }) => ended_at === null)
    .flatMap(({ items }) => items.data.flatMap(({ price }) => price.recurring ?? []))
    .map((recurring) => boundary(frozen_time, recurring, INTERVALS));
  return ends.length > 0 ? Math.min(...ends) : boundary(frozen_time, YEARS, 1);
}
