import { toPounds } from 'contract/format';
import type { ChangePreview } from 'contract/subscriptions';
import type Stripe from 'stripe';
import { Conflict } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { productOf } from '../../subscriptions/rules.ts';
import { explainOutage } from '../client.ts';
import { previewChangeInvoice } from './change-invoice.ts';
import { decide, findChangeable, type PlanChoice } from './checkout.ts';

/**
 * What a change of the plan that is held would cost now. Throws as a checkout does, and Conflict
 * when the plan would be bought anew, for that has nothing to work out.
 */
export async function previewChange(
  services: Services,
  userId: string,
  choice: PlanChoice,
): Promise<ChangePreview> {
  return explainOutage(async () => {
    const { plan, customerId, decision } = await decide(services, userId, choice);
    if (decision.kind !== 'change') throw new Conflict('There is nothing to change.');
    const { subscription, item } = await findChangeable(services, decision.from.stripeId);
    // Other running subscriptions to what the new one includes.
    const also_ends = decision.replaces
      .filter(({ id }) => id !== decision.from.id)
      .map(({ productId }) => productOf(productId).name);
    if (subscription.status === 'trialing') {
      const next_charge = chargeAt(subscription.trial_end ?? item.current_period_end, plan.amount);
      return { due_today: 0, credit: 0, next_charge, also_ends };
    }
    const invoice = await previewChangeInvoice(services, {
      customer: customerId,
      subscription: subscription.id,
      item: item.id,
      plan,
    });
    return {
      ...costOf(invoice),
      next_charge: chargeAt(paidUntil(invoice), plan.amount),
      also_ends,
    };
  });
}

function costOf(invoice: Stripe.Invoice): Pick<ChangePreview, 'due_today' | 'credit'> {
  const charged = invoice.lines.data
    .filter(({ amount }) => amount > 0)
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    due_today: toPounds(invoice.amount_due),
    credit: toPounds(charged - invoice.amount_due),
  };
}

/** Up to when the lines of an invoice pay for the new plan (unix seconds). */
const paidUntil = (invoice: Stripe.Invoice): number =>
  Math.max(...invoice.lines.data.map(({ period }) => period.end));

const chargeAt = (seconds: number, amount: number): ChangePreview['next_charge'] => ({
  date: new Date(seconds * 1000).toISOString(),
  amount: toPounds(amount),
});
