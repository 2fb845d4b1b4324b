import { findProduct, type Plan } from 'contract/catalogue';
import { v7 as uuid } from 'uuid';
import type { Services } from '../../../app.ts';
import type { Db } from '../../../db/client.ts';
import { paymentFacts, priceOf } from '../payments/from-stripe.ts';
import { type PaymentFacts, upsertPayment } from '../payments/repository.ts';
import { subscriptionFacts } from '../subscriptions/from-stripe.ts';
import { type SubscriptionFacts, upsertSubscription } from '../subscriptions/repository.ts';
import { type Customer, lockForWriting, startLook } from './customers-repository.ts';
import { completeIntents } from './intents-repository.ts';
import { endOverlaps } from './overlaps.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/**
 * Makes our rows say what Stripe says of one customer now. Any number of copies of any event in
 * any order lead to the same rows: an older look at Stripe never overwrites a newer one.
 * Throws when Stripe cannot be reached; then nothing is written.
 */
export async function syncCustomer(services: Services, customerId: string): Promise<void> {
  const { db, stripe, log } = services;
  const look = await startLook(db, customerId);
  if (look === undefined) {
    log.warn({ customerId }, 'a Stripe customer that belongs to no user');
    return;
  }
  const snapshot = await takeSnapshot(stripe, customerId);
  if (await endOverlaps(services, snapshot)) return syncCustomer(services, customerId);

  const facts = await readSnapshot(services, snapshot);
  await db.transaction(async (transaction) => {
    const customer = await lockForWriting(transaction, customerId, look);
    if (!customer) return;
    await writeSubscriptions(services, transaction, customer, facts.subscriptions);
    await writePayments(services, transaction, customer, facts.payments);
    const held = facts.subscriptions.filter((subscription) => subscription.hasAccess);
    await completeIntents(
      transaction,
      customer.userId,
      held.map((subscription) => subscription.planId),
    );
  });
}

interface Facts {
  subscriptions: SubscriptionFacts[];
  payments: PaymentFacts[];
}

async function readSnapshot({ prices, log }: Services, snapshot: Snapshot): Promise<Facts> {
  const planOf = async (price: string | undefined): Promise<Plan | undefined> =>
    price === undefined ? undefined : prices.planOf(price);

  const subscriptions: SubscriptionFacts[] = [];
  for (const subscription of snapshot.subscriptions) {
    const facts = subscriptionFacts(
      subscription,
      await planOf(subscription.items.data[0]?.price.id),
    );
    if (facts) subscriptions.push(facts);
    else log.info({ id: subscription.id, status: subscription.status }, 'subscription not listed');
  }
  const payments: PaymentFacts[] = [];
  for (const invoice of snapshot.invoices) {
    const facts = paymentFacts(invoice, await planOf(priceOf(invoice)), snapshot.refunds);
    if (facts) payments.push(facts);
  }
  return { subscriptions, payments };
}

async function writeSubscriptions(
  { mails }: Services,
  transaction: Db,
  customer: Customer,
  all: SubscriptionFacts[],
): Promise<void> {
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
  all: PaymentFacts[],
): Promise<void> {
  for (const facts of all) {
    const row = await upsertPayment(transaction, uuid(), customer.userId, facts);
    if (row.status !== 'success') continue;
    const product = findProduct(row.productId);
    await mails.queue(transaction, {
      cause: `payment-receipt:${row.stripeInvoiceId}`,
      template: 'payment-receipt',
      to: customer.email,
      content: {
        firstName: customer.firstName,
        product: productName(row.productId),
        plan: (product?.monthly.id === row.planId ? product?.monthly : product?.yearly)?.name ?? '',
        paidAt: row.paidAt.toISOString(),
        amount: row.amount,
      },
    });
  }
}

function productName(id: string): string {
  return findProduct(id)?.name ?? '';
}
