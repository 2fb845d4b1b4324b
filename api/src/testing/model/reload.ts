import { checkRows } from './check.ts';
import type { Life } from './life.ts';
import { call } from './world.ts';

/** Comes back to My Subscriptions from a page of Stripe's, which syncs once more. */
export async function reload(life: Life, alone: boolean): Promise<void> {
  await call(life.world, life.customer, '/user/subscriptions/refresh');
  if (alone) await checkRows(life);
}
