import { products } from 'contract/catalogue';
import { expect, it } from 'vitest';
import type { SubscriptionRow } from '../billing/subscriptions/service.ts';
import type { UserRow } from './repository.ts';
import { timelineOf } from './timeline.ts';

const [product] = products;

it('what Stripe dates within one second is told as it came: begun, cancelled, ended', () => {
  const at = new Date('2026-03-09T12:00:00Z');
  const subscription = {
    ...{ productId: product?.id, status: 'cancelled', startedAt: at, cancelRequestedAt: at },
    lostAt: new Date('2026-03-09T12:00:01Z'),
  } as SubscriptionRow;
  const user = { createdAt: at } as UserRow;
  const told = timelineOf({ user, subscriptions: [subscription], payments: [], acts: [] });
  expect(told.map(({ event }) => event).toReversed()).toEqual([
    'Account created',
    `Subscription to ${product?.name} started`,
    `${product?.name} cancelled`,
    `${product?.name} ended`,
  ]);
});
