import type { Plan } from 'contract/catalogue';
import { toPounds } from 'contract/format';
import type { ChangePreview } from 'contract/subscriptions';
import type Stripe from 'stripe';
import { Conflict } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { chargesToCome, settle } from '../../subscriptions/charges-to-come.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import { productOf } from '../../subscriptions/rules.ts';
import { subscriptionOf } from '../invoice-references.ts';
import { balanceAfterDrafts } from '../sync/drafts.ts';
import type { Snapshot } from '../sync/snapshot.ts';
import { unkeptCredit } from '../sync/unkept-credit.ts';
import { previewChangeInvoice } from './change-invoice.ts';
import { decide, findChangeable, type PlanChoice } from './checkout.ts';
import { explainReplaced } from './replaced-prices.ts';

/**
 * What a change of the plan that is held would cost now, and what credit it leaves. Throws as a checkout
 * does, and Conflict when the plan would be bought anew, for that has nothing to work out.
 */
export async function previewChange(
  services: Services,
  userId: string,
  choice: PlanChoice,
): Promise<ChangePreview> {
  return explainReplaced(services, choice, async () => {
    const decided = await decide(services, userId, choice);
    const { plan, customerId, decision, holdings, snapshot } = decided;
    if (decision.kind !== 'change' || !snapshot) throw new Conflict('There is nothing to change.');
    const { from, replaces } = decision;
    const { subscription, item } = await findChangeable(services, from.stripeId);
    // Other running subscriptions to what the new one includes.
    const ending = replaces.filter(({ id }) => id !== from.id);
    const credits = await Promise.all(
      ending.map((row) => creditAtEnd(services, { customerId, plan, row, snapshot })),
    );
    const later = credits.reduce((sum, one) => sum + one, 0);
    const also_ends = ending.map(({ productId }) => productOf(productId).name);
    const onTrial = subscription.status === 'trialing';
    const change = { customer: customerId, subscription: subscription.id, item: item.id, plan };
    const invoice = onTrial ? null : await previewChangeInvoice(services, change);
    const balance = invoice
      ? settle(invoice.total, invoice.starting_balance).balance
      : (snapshot.customer?.balance ?? 0);
    const until = invoice
      ? paidUntil(invoice)
      : (subscription.trial_end ?? item.current_period_end);
    const date = new Date(until * 1000);
    const others = holdings.filter((row) => !replaces.includes(row) && row.id !== from.id);
    const changed = { ...from, cycle: plan.cycle, amount: plan.amount, periodEnd: date };
    const drafts = snapshot.invoices.filter(
      (one) => !ending.some(({ stripeId }) => stripeId === subscriptionOf(one)),
    );
    const left = balanceAfterDrafts(balance - later, { invoices: drafts });
    const charge = chargesToCome([...others, changed], left).get(from.id);
    return {
      ...(invoice ? costOf(invoice) : { due_today: 0, credit: 0 }),
      next_charge: {
        date: date.toISOString(),
        amount: toPounds(plan.amount),
        charged: toPounds(charge?.charged ?? plan.amount),
      },
      also_ends,
      later_credit: toPounds(later),
    };
  });
}

/** Pence that are credited for what is left of a subscription once another one takes its place. */
async function creditAtEnd(
  services: Services,
  {
    customerId: customer,
    plan,
    row,
    snapshot,
  }: { customerId: string; plan: Plan; row: SubscriptionRow; snapshot: Snapshot },
): Promise<number> {
  const held = snapshot.subscriptions.find(({ id }) => id === row.stripeId);
  if (row.status !== 'active' || row.paymentProblem || !held) return 0;
  // Its unused time is worth the same to Stripe, whatever takes its place.
  const previews = await Promise.all(
    held.items.data.map(({ id: item }) =>
      previewChangeInvoice(services, { customer, subscription: held.id, item, plan }),
    ),
  );
  const lines = previews.flatMap((preview) => preview.lines.data);
  const credited = lines.reduce((sum, { amount }) => sum - Math.min(0, amount), 0);
  const opened = previews.map((preview) => ({ ...preview, status: 'open' as const }));
  const invoices = [...opened, ...snapshot.invoices];
  const unkept = unkeptCredit({ ...snapshot, invoices }) - unkeptCredit(snapshot);
  return credited - unkept;
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
