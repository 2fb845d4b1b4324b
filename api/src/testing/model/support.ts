import Stripe from 'stripe';
import { day, type Life, nth, running } from './life.ts';
import type { Act } from './steps.ts';
import { strangersOf } from './truth.ts';
import { stripeCustomerOf } from './world.ts';

/** Support gives a payment back, in part or in whole. */
export async function refund(
  { world }: Life,
  { charge: n, part }: Extract<Act, { does: 'refund' }>,
): Promise<void> {
  const { sandbox, stripe } = world;
  const left = sandbox
    .all('charge')
    .filter((charge) => charge.paid && charge.amount_refunded < charge.amount);
  const charge = nth(left, n);
  if (!charge) return;
  const half = { amount: Math.ceil((charge.amount - charge.amount_refunded) / 2) };
  await unlessRefused(stripe.refunds.create({ charge: charge.id, ...(part && half) }));
}

/** Support gives something of a payment back as credit. */
export async function giveCredit(
  { world }: Life,
  { invoice: n, share }: Extract<Act, { does: 'give credit' }>,
): Promise<void> {
  const { sandbox, stripe } = world;
  const strangers = strangersOf(sandbox);
  const paid = sandbox
    .all('invoice')
    .filter(({ status, total }) => status === 'paid' && total > 0)
    .filter(({ customer: of }) => !strangers.has(of ?? ''));
  const invoice = nth(paid, n);
  if (!invoice?.id) return;
  const amount = Math.ceil(invoice.total * share);
  const note = { invoice: invoice.id, amount, credit_amount: amount };
  await unlessRefused(stripe.creditNotes.create(note));
}

/** Support does something to a running subscription. */
export async function bySupport(
  life: Life,
  { does, row }: Extract<Act, { does: 'end now' | 'end on a date' | 'put on a disputed card' }>,
): Promise<void> {
  const { sandbox, stripe } = life.world;
  const one = nth(running(life), row);
  if (!one) return;
  const { subscriptions } = stripe;
  if (does === 'end now') return unlessRefused(subscriptions.cancel(one.id));
  if (does === 'end on a date') {
    const cancel_at = sandbox.now() + 10 * day;
    return unlessRefused(subscriptions.update(one.id, { cancel_at }));
  }
  const customer = await stripeCustomerOf(life.world, life.customer.id);
  if (!customer) return;
  const card = await stripe.paymentMethods.attach('pm_card_createDispute', { customer });
  await unlessRefused(subscriptions.update(one.id, { default_payment_method: card.id }));
}

/** Support makes the change that a page of the portal had stood for, when that has expired. */
export async function changePlan(
  { world }: Life,
  {
    subscription,
    items,
  }: { subscription: string; items: { id: string | null; price: string | null }[] },
): Promise<void> {
  const changes = items.map(({ id, price }) => ({ ...(id && { id }), ...(price && { price }) }));
  await unlessRefused(
    world.stripe.subscriptions.update(subscription, {
      items: changes,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  );
}

/** Lets what is asked of Stripe be refused: what is done beside may have come first. */
export async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    const isRefusal =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeCardError;
    if (!isRefusal) throw error;
  });
}
