import type { Plan } from 'contract/catalogue';
import type { Services } from '../../../../services.ts';
import { pricesOf, projectPayment } from '../../payments/from-stripe.ts';
import type { PaymentProjection } from '../../payments/repository.ts';
import { projectSubscription } from '../../subscriptions/from-stripe.ts';
import type { SubscriptionProjection } from '../../subscriptions/repository.ts';
import type { Snapshot } from './snapshot.ts';

/** What one customer's rows must say. */
export interface Projection {
  /** Stripe's time when it said so. */
  takenAt: Date;
  subscriptions: SubscriptionProjection[];
  payments: PaymentProjection[];
  /** Invoices that are not, or are no longer, a payment. */
  notPayments: string[];
}

/** Reads a snapshot in our terms. What is not to be listed is logged and left out. */
export async function projectSnapshot(
  { prices, log }: Services,
  snapshot: Snapshot,
): Promise<Projection> {
  const planOf = async (price: string | undefined): Promise<Plan | undefined> =>
    price === undefined ? undefined : prices.planOf(price);
  // Somebody at Stripe may have added a line for something else.
  const firstPlanOf = async (all: string[]): Promise<Plan | undefined> => {
    for (const price of all) {
      const plan = await planOf(price);
      if (plan) return plan;
    }
    return undefined;
  };

  const projection: Projection = {
    takenAt: snapshot.takenAt,
    subscriptions: [],
    payments: [],
    notPayments: [],
  };
  for (const subscription of snapshot.subscriptions) {
    const plan = await planOf(subscription.items.data[0]?.price.id);
    const read = projectSubscription(subscription, plan);
    if (read) projection.subscriptions.push(read);
    else log.info({ id: subscription.id, status: subscription.status }, 'subscription not listed');
  }
  for (const invoice of snapshot.invoices) {
    const plan = await firstPlanOf(pricesOf(invoice));
    const read = projectPayment(invoice, plan, snapshot.refunds);
    if (read) projection.payments.push(read);
    else projection.notPayments.push(invoice.id);
  }
  return projection;
}
