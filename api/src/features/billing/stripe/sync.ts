import { findProduct, type Plan, planName, productName, products } from 'contract/catalogue';
import { v7 as uuid } from 'uuid';
import type { Services } from '../../../app.ts';
import type { Db } from '../../../db/client.ts';
import { paymentFacts, priceOf } from '../payments/from-stripe.ts';
import { deleteUnpaid, type PaymentFacts, upsertPayment } from '../payments/repository.ts';
import { subscriptionFacts } from '../subscriptions/from-stripe.ts';
import {
  expireOthers,
  type SubscriptionFacts,
  upsertSubscription,
} from '../subscriptions/repository.ts';
import { type Customer, lockForWriting, startLook } from './customers-repository.ts';
import { expireSession } from './expire-session.ts';
import { settleIntents } from './intents-repository.ts';
import { endOverlaps } from './overlaps.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/**
 * Makes our rows say what Stripe says of one customer now. Any number of copies of any event in
 * any order lead to the same rows: an older look at Stripe never overwrites a newer one.
 * Throws when Stripe cannot be reached; then nothing is written.
 */
export async function syncCustomer(
  services: Services,
  customerId: string,
  rounds = 3,
): Promise<void> {
  const { db, stripe, log } = services;
  const look = await startLook(db, customerId);
  if (look === undefined) {
    log.warn({ customerId }, 'a Stripe customer that belongs to no user');
    return;
  }
  const snapshot = await takeSnapshot(stripe, customerId);
  if (await endOverlaps(services, snapshot)) {
    if (rounds === 0) throw new Error(`Subscriptions of ${customerId} still overlap`);
    return syncCustomer(services, customerId, rounds - 1);
  }
  const facts = await readSnapshot(services, snapshot);
  const settled = await db.transaction(async (transaction) => {
    const customer = await lockForWriting(transaction, customerId, look);
    if (!customer) return [];
    await writeSubscriptions(services, transaction, customer, facts.subscriptions);
    await writePayments(services, transaction, customer, facts);
    return settleIntents(transaction, customer.userId, plansCovered(facts.subscriptions));
  });
  for (const { stripeSessionId } of settled) await expireSession(stripe, stripeSessionId);
}

interface Facts {
  subscriptions: SubscriptionFacts[];
  payments: PaymentFacts[];
  /** Invoices that are not, or are no longer, a payment. */
  notPayments: string[];
}

async function readSnapshot({ prices, log }: Services, snapshot: Snapshot): Promise<Facts> {
  const planOf = async (price: string | undefined): Promise<Plan | undefined> =>
    price === undefined ? undefined : prices.planOf(price);

  const facts: Facts = { subscriptions: [], payments: [], notPayments: [] };
  for (const subscription of snapshot.subscriptions) {
    const plan = await planOf(subscription.items.data[0]?.price.id);
    const read = subscriptionFacts(subscription, plan);
    if (read) facts.subscriptions.push(read);
    else log.info({ id: subscription.id, status: subscription.status }, 'subscription not listed');
  }
  for (const invoice of snapshot.invoices) {
    const read = paymentFacts(invoice, await planOf(priceOf(invoice)), snapshot.refunds);
    if (read) facts.payments.push(read);
    else facts.notPayments.push(invoice.id);
  }
  return facts;
}

/** Every plan that would sell again what is held. */
function plansCovered(subscriptions: SubscriptionFacts[]): string[] {
  const held = new Set(
    subscriptions
      .filter((subscription) => subscription.hasAccess)
      .flatMap(({ productId }) => findProduct(productId)?.includes ?? []),
  );
  return products
    .filter((product) => product.includes.every((key) => held.has(key)))
    .flatMap((product) => [product.monthly.id, product.yearly.id]);
}

async function writeSubscriptions(
  { mails }: Services,
  transaction: Db,
  customer: Customer,
  all: SubscriptionFacts[],
): Promise<void> {
  // What Stripe no longer lists, or what this code cannot read, gives no access.
  await expireOthers(
    transaction,
    customer.userId,
    all.map((facts) => facts.stripeId),
  );
  // What ended goes first: it makes room for what began on the same product.
  const endedFirst = all.toSorted((a, b) => Number(a.hasAccess) - Number(b.hasAccess));
  for (const facts of endedFirst) {
    const row = await upsertSubscription(transaction, uuid(), customer.userId, facts);
    if (row.status !== 'trial' || !row.trialEnd) continue;
    await mails.queue(transaction, {
      cause: `trial-started:${row.stripeId}`,
      template: 'trial-started',
      to: customer.email,
      content: {
        firstName: customer.firstName,
        product: productName(row.productId),
        cycle: row.cycle,
        trialEnd: row.trialEnd.toISOString(),
        amount: row.amount,
      },
    });
  }
}

async function writePayments(
  { mails }: Services,
  transaction: Db,
  customer: Customer,
  { payments, notPayments }: Facts,
): Promise<void> {
  await deleteUnpaid(transaction, customer.userId, notPayments);
  for (const facts of payments) {
    const row = await upsertPayment(transaction, uuid(), customer.userId, facts);
    if (row.status !== 'success') continue;
    await mails.queue(transaction, {
      cause: `payment-receipt:${row.stripeInvoiceId}`,
      template: 'payment-receipt',
      to: customer.email,
      content: {
        firstName: customer.firstName,
        product: productName(row.productId),
        plan: planName(row.planId),
        paidAt: row.paidAt.toISOString(),
        amount: row.amount,
      },
    });
  }
}
