import { plans } from 'contract/catalogue';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createLog } from '../../../../http/log.ts';
import type { Services } from '../../../../services.ts';
import { projectSnapshot } from './projection.ts';
import type { Snapshot } from './snapshot.ts';
import { noCredit } from './unkept-credit.ts';

const nothing: Snapshot = {
  takenAt: new Date(),
  customer: null,
  card: null,
  subscriptions: [],
  invoices: [],
  charges: [],
  asked: new Map(),
  refunds: new Map(),
  disputed: new Map(),
  noted: new Map(),
};

it('a subscription in a state that this code does not know is left out and logged', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const prices = { planOf: async () => plans[0] };
  const services = { log, prices } as unknown as Services;
  const subscription = {
    id: 'sub_new',
    status: 'hibernating',
    currency: 'gbp',
    metadata: {},
    items: { data: [{ price: { id: 'price_1', unit_amount: 2499 } }] },
  } as unknown as Stripe.Subscription;
  const projection = await projectSnapshot(
    services,
    { ...nothing, subscriptions: [subscription] },
    noCredit,
  );
  expect(projection.subscriptions).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 'sub_new', status: 'hibernating', msg: 'subscription not listed' },
  ]);
});

const line = (price: string, amount: number) => ({ amount, pricing: { price_details: { price } } });

it('a payment is for what was charged, in whatever order Stripe lists credits and lines of others', async () => {
  const [before, after] = [plans[0], plans.at(-1)];
  const known = new Map([
    ['price_before', before],
    ['price_after', after],
  ]);
  const services = {
    log: createLog('silent'),
    prices: { planOf: async (price: string) => known.get(price) },
  } as unknown as Services;
  const lines = [
    line('price_before', -1_000),
    line('price_after', 3_500),
    line('price_training', 5_000),
  ];
  const orders = fc.shuffledSubarray(lines, { minLength: lines.length });
  await fc.assert(
    fc.asyncProperty(orders, async (data) => {
      const invoice = {
        ...{ id: 'in_1', status: 'paid', currency: 'gbp', amount_paid: 7_500, created: 1 },
        ...{ lines: { data }, status_transitions: { paid_at: 1 } },
      } as unknown as Stripe.Invoice;
      const { payments } = await projectSnapshot(
        services,
        { ...nothing, invoices: [invoice] },
        noCredit,
      );
      expect(payments).toMatchObject([{ planId: after?.id, amount: 7_500 }]);
    }),
  );
});

it('a payment that a bank settles late is pending until it has come', async () => {
  const services = {
    log: createLog('silent'),
    prices: { planOf: async () => plans[0] },
  } as unknown as Services;
  const invoice = {
    ...{ id: 'in_1', status: 'open', currency: 'gbp', amount_due: 2_499, created: 1 },
    ...{ attempt_count: 1, status_transitions: { paid_at: null } },
    lines: { data: [line('price_1', 2_499)] },
    payments: { data: [{ payment: { payment_intent: 'pi_1' } }] },
  } as unknown as Stripe.Invoice;
  const statusWith = async (...charges: Stripe.Charge['status'][]) => {
    const snapshot = {
      ...nothing,
      invoices: [invoice],
      charges: charges.map((status) => ({ payment_intent: 'pi_1', status }) as Stripe.Charge),
    };
    return (await projectSnapshot(services, snapshot, noCredit)).payments[0]?.status;
  };
  expect(await statusWith('failed')).toBe('failed');
  expect(await statusWith('pending', 'failed')).toBe('pending');
});
