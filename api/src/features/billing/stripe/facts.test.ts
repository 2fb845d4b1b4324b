import { plans } from 'contract/catalogue';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import type { Services } from '../../../app.ts';
import { createLog } from '../../../http/log.ts';
import { readSnapshot } from './facts.ts';

it('a subscription in a state that this code does not know is left out and logged', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const prices = { planOf: async () => plans[0] };
  const services = { log, prices } as unknown as Services;
  const subscription = {
    id: 'sub_new',
    status: 'hibernating',
    items: { data: [{ price: { id: 'price_1', unit_amount: 2499 } }] },
  } as unknown as Stripe.Subscription;
  const facts = await readSnapshot(services, {
    takenAt: new Date(),
    subscriptions: [subscription],
    invoices: [],
    refunds: new Map(),
  });
  expect(facts.subscriptions).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 'sub_new', status: 'hibernating', msg: 'subscription not listed' },
  ]);
});
