import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { closeSessions } from '../checkout/sessions.ts';
import { unlessDone, unlessMissing } from '../client.ts';
import { paymentIntents, subscriptionOf } from '../invoice-references.ts';
import type { Snapshot } from '../sync/snapshot.ts';

/**
 * Sees to it that somebody who has been deleted can buy nothing more and is known to Stripe no
 * longer. A purchase that slipped in while the deletion ran is ended and paid back. Answers whether
 * anything was ended.
 */
export async function forgetCustomer(
  services: Services,
  { id, userId }: { id: string; userId: string },
  { subscriptions, invoices }: Snapshot,
): Promise<boolean> {
  const { stripe, log } = services;
  await closeSessions(services, userId);
  const running = subscriptions.filter(({ ended_at }) => ended_at === null);
  for (const subscription of running) {
    log.warn({ id: subscription.id }, 'ends a subscription of a deleted user');
    const paid = invoices.filter(
      (invoice) => invoice.status === 'paid' && subscriptionOf(invoice) === subscription.id,
    );
    // Paid back first: once it has ended, no later sync would know that it has to be.
    for (const intent of paid.flatMap(paymentIntents)) await payBack(stripe, intent);
    await unlessDone(stripe.subscriptions.cancel(subscription.id, { prorate: false }));
  }
  for (const { id: ended, cancellation_details: details } of subscriptions) {
    if (!details?.comment) continue;
    await unlessDone(stripe.subscriptions.update(ended, { cancellation_details: { comment: '' } }));
  }
  await forget(stripe, id);
  return running.length > 0;
}

/** Takes who a customer was off it at Stripe, and the cards. The invoices have to stay. */
async function forget(stripe: Stripe, id: string): Promise<void> {
  const customer = await unlessMissing(stripe.customers.retrieve(id));
  if (!customer || customer.deleted) return;
  const cards = await unlessMissing(
    Array.fromAsync(stripe.customers.listPaymentMethods(id, { limit: 100 })),
  );
  for (const card of cards ?? []) await unlessDone(stripe.paymentMethods.detach(card.id));
  const { name, email, address, metadata } = customer;
  if (!name && !email && !address && !metadata.account_name) return;
  const taxIds = await unlessMissing(Array.fromAsync(stripe.customers.listTaxIds(id)));
  for (const taxId of taxIds ?? []) await unlessDone(stripe.customers.deleteTaxId(id, taxId.id));
  await unlessMissing(
    stripe.customers.update(id, {
      ...{ name: '', email: '', address: '', metadata: { account_name: '' } },
      invoice_settings: { custom_fields: '' },
    }),
  );
}

/** Nothing to do for what is back already, or in dispute. */
function payBack(stripe: Stripe, payment_intent: string): Promise<void> {
  return unlessDone(
    stripe.refunds.create({ payment_intent }, { idempotencyKey: `deleted-${payment_intent}` }),
  );
}
