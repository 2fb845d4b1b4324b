import type { Sandbox } from '../work/sandbox.ts';
import type { Scheduler } from './scheduler.ts';

const SETTLE_MS = 20_000;

/**
 * Moves the shared clock and waits until the webhooks that came of it are answered.
 * @param instant unix seconds
 */
export async function moveClock(sandbox: Sandbox, scheduler: Scheduler, instant: number) {
  const mark = sandbox.deliverer.mark();
  await scheduler.advanceTo(instant);
  await sandbox.deliverer.settled(mark, SETTLE_MS);
}
