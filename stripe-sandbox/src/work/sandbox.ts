import type { SharedClock } from '../clock/shared-clock.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { inTransaction } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import type { Deliverer } from '../webhooks/deliverer.ts';
import { type Origin, Work } from './work.ts';

/** The parts of a running sandbox and the one way to change its state. */
export interface Sandbox {
  store: Store;
  clock: SharedClock;
  deliverer: Deliverer;
  rateLimit: RateLimit;
  publicUrl: string;
  log: (line: string) => void;
}

/**
 * Runs `task` as one transaction and lets the resulting webhooks go.
 * @param at unix seconds, when the work is done at a due time and not now
 */
export function transact<T>(
  sandbox: Sandbox,
  task: (work: Work) => T,
  { origin, at }: { origin?: Origin; at?: number } = {},
): T {
  const result = inTransaction(sandbox.store.database, () => {
    const instant = at ?? sandbox.clock.now();
    const pinned = at !== undefined;
    const { store, publicUrl } = sandbox;
    return task(new Work(store, { publicUrl, instant, pinned, ...(origin && { origin }) }));
  });
  sandbox.deliverer.wake();
  return result;
}
