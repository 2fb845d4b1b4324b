import type { Plan } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { pricesOf, projectPayment } from '../../payments/from-stripe.ts';
import type { PaymentProjection } from '../../payments/repository.ts';
import { findMoves } from '../../price-moves/repository.ts';
import { projectSubscription } from '../../subscriptions/from-stripe.ts';
import type { SubscriptionProjection } from '../../subscriptions/repository.ts';
import { type Withdrawal, withdrawalOf } from '../../withdrawals/withdrawn.ts';
import type { ChargedCard } from '../customers/customers-repository.ts';
import { creditOf, vatOf } from '../invoice-sums.ts';
import { balanceAfterDrafts } from './drafts.ts';
import { describeSale, saleOf } from './sale.ts';
import { isInPounds, type Snapshot } from './snapshot.ts';
import { statusOf } from './status.ts';
import type { Credit } from './unkept-credit.ts';

/** Something at Stripe that only a person can put right. */
interface Alert {
  kind: 'subscription' | 'payment';
  id: string;
  field: 'access' | 'currency';
  ours: string | null;
  stripe: string;
}

/** An invoice that credit has paid for alone: no payment, and told of all the same. */
export interface Covered {
  invoiceId: string;
  plan: Plan;
  /** Pence. */
  credit: number;
  /** Pence. */
  vat: number;
  paidAt: Date;
}

/** A payment that the bank wants confirmed, and Stripe's page on which that is done. */
export interface ToConfirm {
  payment: PaymentProjection;
  page: string;
}

/** What one customer's rows must say. */
export interface Projection {
  /** Stripe's time when it said so. */
  takenAt: Date;
  /** Pence the customer is owed (below zero) or owes; null where it is not known, or not in pounds. */
  balance: number | null;
  card: ChargedCard | null;
  subscriptions: SubscriptionProjection[];
  /** What each subscription was bought by that was bought on a page of ours. */
  intents: Map<string, string>;
  /** What was declared of each subscription that somebody has withdrawn from. */
  withdrawals: Map<string, Withdrawal>;
  payments: PaymentProjection[];
  covered: Covered[];
  toConfirm: ToConfirm[];
  /** Invoices that are not, or are no longer, a payment. */
  notPayments: string[];
  /** What is paid and not served, and money that is not in pounds: no sync can put that right. */
  alerts: Alert[];
}

/** Reads a snapshot in our terms, with the credit that was looked at beside it. What is not to be listed is logged and left out. */
export async function projectSnapshot(
  { db, prices, log }: Services,
  snapshot: Snapshot,
  credit: Credit,
): Promise<Projection> {
  // Somebody at Stripe may have added a line for something else.
  const firstPlanOf = async (all: string[]): Promise<Plan | undefined> => {
    for (const price of all) {
      const plan = await prices.planOf(price);
      if (plan) return plan;
    }
    return undefined;
  };

  const projection: Projection = {
    takenAt: snapshot.takenAt,
    balance: balanceOf(snapshot),
    card: snapshot.card,
    subscriptions: [],
    intents: new Map(),
    withdrawals: new Map(),
    payments: [],
    covered: [],
    toConfirm: [],
    notPayments: [],
    alerts: [],
  };
  const running = snapshot.subscriptions.filter((one) => statusOf(one)?.hasAccess);
  const ids = running.map(({ id }) => id);
  const moves = await findMoves(db, ids);
  for (const subscription of snapshot.subscriptions) {
    const sale = await saleOf(prices, subscription);
    if (sale === 'unserved') {
      if (statusOf(subscription)?.hasAccess) projection.alerts.push(unservedAlert(subscription));
      continue;
    }
    const read = projectSubscription(subscription, sale, { snapshot, credit, moves });
    const { intent_id: intent } = subscription.metadata;
    if (intent) projection.intents.set(subscription.id, intent);
    const withdrawal = withdrawalOf(subscription);
    if (withdrawal) projection.withdrawals.set(subscription.id, withdrawal);
    if (read) projection.subscriptions.push(read);
    else log.info({ id: subscription.id, status: subscription.status }, 'subscription not listed');
  }
  for (const invoice of snapshot.invoices) {
    const plan = await firstPlanOf(pricesOf(invoice));
    if (plan && invoice.currency !== 'gbp') projection.alerts.push(currencyAlert(invoice));
    const read = projectPayment(invoice, plan, snapshot);
    if (read) projection.payments.push(read);
    else projection.notPayments.push(invoice.id);
    const page = invoice.hosted_invoice_url;
    if (read && page && snapshot.asked.has(invoice.id)) {
      projection.toConfirm.push({ payment: read, page });
    }
    const covered = plan && coveredBy(invoice, plan);
    if (covered) projection.covered.push(covered);
  }
  return projection;
}

function coveredBy(invoice: Stripe.Invoice, plan: Plan): Covered | undefined {
  const { id, status, amount_due, currency, status_transitions } = invoice;
  const credit = creditOf(invoice);
  if (status !== 'paid' || amount_due > 0 || credit === 0 || currency !== 'gbp') return undefined;
  const paidAt = new Date((status_transitions.paid_at ?? invoice.created) * 1000);
  return { invoiceId: id, plan, credit, vat: vatOf(invoice), paidAt };
}

/** What the charges to come begin with. */
function balanceOf({ customer, invoices }: Snapshot): number | null {
  if (!customer || !isInPounds(customer)) return null;
  return balanceAfterDrafts(customer.balance, { invoices });
}

/** The same without what was cleared away for its age, and does not come back. */
export function withoutPurged(projection: Projection, purgedUntil: Date | null): Projection {
  if (purgedUntil === null) return projection;
  return {
    ...projection,
    payments: projection.payments.filter(({ paidAt }) => paidAt > purgedUntil),
    subscriptions: projection.subscriptions.filter(
      ({ hasAccess, endedAt }) => hasAccess || !endedAt || endedAt > purgedUntil,
    ),
  };
}

function unservedAlert(subscription: Stripe.Subscription): Alert {
  const stripe = describeSale(subscription);
  return { kind: 'subscription', id: subscription.id, field: 'access', ours: null, stripe };
}

function currencyAlert({ id, currency, total }: Stripe.Invoice): Alert {
  return { kind: 'payment', id, field: 'currency', ours: 'gbp', stripe: `${total} ${currency}` };
}
