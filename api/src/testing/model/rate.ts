import { deepStrictEqual as same } from 'node:assert/strict';
import { plans } from 'contract/catalogue';
import { createPace } from '../../features/billing/reconciliation/pace.ts';
import { reconcile } from '../../features/billing/reconciliation/service.ts';
import { findSubscriptionsOfUser } from '../../features/billing/subscriptions/repository.ts';
import { checkRows } from './check.ts';
import { type Life, nth } from './life.ts';
import { reload } from './reload.ts';
import type { Refusals } from './stripe-acts.ts';
import { call, type World } from './world.ts';

/** Lets Stripe refuse the next so many calls, whoever makes them; none from now on with 0. */
export async function refuseCalls({ sandbox }: World, next: number): Promise<void> {
  await sandbox.fetch('http://localhost/sandbox/rate_limit', {
    method: 'POST',
    body: JSON.stringify(next > 0 ? { refuse_next: next } : {}),
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * Stripe refuses calls for their rate. A sweep waits and goes on; a person is told to try again, and
 * nothing is half done. Nothing else happens meanwhile: it would be refused, too.
 */
export async function comeTooOften(
  life: Life,
  { calls, meanwhile, n }: Refusals,
  alone: boolean,
): Promise<void> {
  if (!alone) return;
  const { world, customer } = life;
  if (meanwhile === 'sweep') {
    let now = 0;
    const sleep = async (ms: number) => {
      now += ms;
    };
    await refuseCalls(world, calls);
    await reconcile(world.now.services, { pace: createPace({ now: () => now, sleep }) });
    await refuseCalls(world, 0);
    await checkRows(life);
    return;
  }
  const row = nth(await findSubscriptionsOfUser(world.database.db, customer.id), n);
  const plan = plans[n % plans.length];
  const asked: Record<typeof meanwhile, [path: string, body?: object]> = {
    reload: ['/user/subscriptions/refresh'],
    cancel: [`/user/subscriptions/${row?.id}/cancel`],
    choose: ['/subscriptions/checkout', { product_id: plan?.productId, pricing_plan_id: plan?.id }],
  };
  if (meanwhile === 'cancel' && !row) return;
  await refuseCalls(world, calls);
  const { status } = await call(world, customer, ...asked[meanwhile]);
  await refuseCalls(world, 0);
  // 409 where the rules refused before Stripe did.
  same([200, 409, 503].includes(status), true, `${meanwhile}: ${status}`);
  await reload(life, true);
}
