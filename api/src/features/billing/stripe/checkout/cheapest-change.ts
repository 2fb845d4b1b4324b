import type { Plan } from 'contract/catalogue';
import type { Services } from '../../../../services.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import type { Holding } from '../../subscriptions/rules.ts';
import type { Snapshot } from '../sync/snapshot.ts';
import { unkeptIn } from '../sync/unkept-credit.ts';
import { previewChangeInvoice } from './change-invoice.ts';

/** A subscription of ours, with what Stripe's page can do about it. */
export type Held = SubscriptionRow & Pick<Holding, 'isFixed'>;

interface Change {
  plan: Plan;
  customerId: string;
  from: Held;
  replaces: Held[];
  snapshot: Snapshot | undefined;
}

/**
 * Which of several paid subscriptions to change into one that includes them all: the one whose unused
 * time lowers today's payment most, by Stripe's own sums. The others' becomes credit for later.
 */
export async function cheapestFrom(
  services: Services,
  { plan, customerId, from, replaces, snapshot }: Change,
): Promise<Held> {
  const paid = replaces.filter(
    ({ status, cancelAtPeriodEnd, paymentProblem, isFixed }) =>
      status === 'active' && !cancelAtPeriodEnd && !paymentProblem && !isFixed,
  );
  if (paid.length < 2 || !snapshot) return from;
  const costs = await Promise.all(
    paid.map(async (row) => {
      const { items } = await services.stripe.subscriptions.retrieve(row.stripeId);
      const preview = await previewChangeInvoice(services, {
        customer: customerId,
        subscription: row.stripeId,
        item: items.data[0]?.id ?? '',
        plan,
      });
      // What Stripe would count in although its money was given back is worth nothing.
      const unkept = await unkeptIn(services.stripe, customerId, { snapshot, preview });
      return { row, total: preview.total + unkept };
    }),
  );
  return costs.toSorted((a, b) => a.total - b.total)[0]?.row ?? from;
}
