import type { Plan } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { pricesOf, projectPayment } from '../../payments/from-stripe.ts';
import type { PaymentProjection } from '../../payments/repository.ts';
import { projectSubscription } from '../../subscriptions/from-stripe.ts';
import type { SubscriptionProjection } from '../../subscriptions/repository.ts';
import { describeSale, saleOf } from './sale.ts';
import type { Snapshot } from './snapshot.ts';
import { statusOf } from './status.ts';

/** Something at Stripe that only a person can put right. */
interface Alert {
  kind: 'subscription' | 'payment';
  id: string;
  field: 'access' | 'currency';
  ours: string | null;
  stripe: string;
}

/** What one customer's rows must say. */
export interface Projection {
  /** Stripe's time when it said so. */
  takenAt: Date;
  subscriptions: SubscriptionProjection[];
  payments: PaymentProjection[];
  /** Invoices that are not, or are no longer, a payment. */
  notPayments: string[];
  /** What is paid and not served, and money that is not in pounds: no sync can put that right. */
  alerts: Alert[];
}

/** Reads a snapshot in our terms. What is not to be listed is logged and left out. */
export async function projectSnapshot(
  { prices, log }: Services,
  snapshot: Snapshot,
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
    subscriptions: [],
    payments: [],
    notPayments: [],
    alerts: [],
  };
  for (const subscription of snapshot.subscriptions) {
    const sale = await saleOf(prices, subscription);
    if (sale === 'unserved') {
      if (statusOf(subscription)?.hasAccess) projection.alerts.push(unservedAlert(subscription));
      continue;
    }
    const read = projectSubscription(subscription, sale);
    if (read) projection.subscriptions.push(read);
    else log.info({ id: subscription.id, status: subscription.status }, 'subscription not listed');
  }
  for (const invoice of snapshot.invoices) {
    const plan = await firstPlanOf(pricesOf(invoice));
    if (plan && invoice.currency !== 'gbp') projection.alerts.push(currencyAlert(invoice));
    const read = projectPayment(invoice, plan, snapshot);
    if (read) projection.payments.push(read);
    else projection.notPayments.push(invoice.id);
  }
  return projection;
}

function unservedAlert(subscription: Stripe.Subscription): Alert {
  const stripe = describeSale(subscription);
  return { kind: 'subscription', id: subscription.id, field: 'access', ours: null, stripe };
}

function currencyAlert({ id, currency, total }: Stripe.Invoice): Alert {
  return { kind: 'payment', id, field: 'currency', ours: 'gbp', stripe: `${total} ${currency}` };
}
