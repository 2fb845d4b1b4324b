import type { Plan } from 'contract/catalogue';
import type { Services } from '../../../../services.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import { previewChangeInvoice } from './change-invoice.ts';

interface Change {
  plan: Plan;
  customerId: string;
  from: SubscriptionRow;
  replaces: SubscriptionRow[];
}

/**
 * Which of several paid subscriptions to change into one that includes them all: the one whose unused
 * time lowers today's payment most, by Stripe's own sums. The others' becomes credit for later.
 */
export async function cheapestFrom(
  services: Services,
  { plan, customerId, from, replaces }: Change,
): Promise<SubscriptionRow> {
  const paid = replaces.filter(
    ({ status, cancelAtPeriodEnd, paymentProblem }) =>
      status === 'active' && !cancelAtPeriodEnd && !paymentProblem,
  );
  if (paid.length < 2) return from;
  const costs = await Promise.all(
    paid.map(async (row) => {
      const { items } = await services.stripe.subscriptions.retrieve(row.stripeId);
      const { total } = await previewChangeInvoice(services, {
        customer: customerId,
        subscription: row.stripeId,
        item: items.data[0]?.id ?? '',
        plan,
      });
      return { row, total };
    }),
  );
  return costs.toSorted((a, b) => a.total - b.total)[0]?.row ?? from;
}
