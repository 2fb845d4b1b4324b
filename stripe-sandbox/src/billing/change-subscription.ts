import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { cardError } from './card-error.ts';
import { collect } from './collect.ts';
import { cycleEnd } from './cycle.ts';
import { announceUpdate, issueInvoice } from './issue-invoice.ts';
import { periodLine } from './lines.ts';
import { keepForNextInvoice } from './pending-items.ts';
import { type ItemChange, planChange } from './plan-change.ts';

type Subscription = Doc<'subscription'>;

/** When a proration is billed: with the next invoice, at once, or never. */
export type ProrationBehaviour = 'create_prorations' | 'always_invoice' | 'none';

/** Whether a change falls with its payment, and whether the customer is there to confirm that. */
interface Payment {
  mustPay: boolean;
  onSession?: boolean;
}

/**
 * Changes a subscription's items. Throws the card's refusal when `mustPay` is set and money that
 * is due at once cannot be taken; otherwise such a subscription becomes past due.
 */
export function changeItems(
  work: Work,
  subscription: Subscription,
  changes: readonly ItemChange[],
  options: { behaviour: ProrationBehaviour } & Payment,
): Subscription {
  const at = work.now(subscription.customer);
  const prorate = options.behaviour !== 'none';
  const plan = planChange(work, subscription, changes, { prorate, at });
  const end = plan.items[0]?.current_period_end ?? null;
  const update = {
    items: { ...subscription.items, data: plan.items },
    billing_cycle_anchor: plan.anchor,
    ...(subscription.cancel_at_period_end && { cancel_at: end }),
  };
  const later = !plan.newCycle && options.behaviour === 'create_prorations';
  if (plan.lines.length === 0 || later) {
    const event = 'customer.subscription.updated';
    const changed = work.change('subscription', subscription.id, update, event);
    keepForNextInvoice(work, changed, plan.lines);
    return changed;
  }
  return billNow(work, subscription, update, plan.lines, options);
}

/** Ends a trial now: the first paid period starts and is billed. */
export function endTrialNow(work: Work, subscription: Subscription): Subscription {
  const at = work.now(subscription.customer);
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: at,
    current_period_end: cycleEnd(
      at,
      item.price.recurring ?? { interval: 'month', interval_count: 1 },
      at,
    ),
  }));
  const update = {
    status: 'active',
    trial_end: at,
    billing_cycle_anchor: at,
    items: { ...subscription.items, data: items },
  } as const;
  const lines = items.map((item) =>
    periodLine(work, item, { start: at, end: item.current_period_end }),
  );
  return billNow(work, subscription, update, lines, { mustPay: false });
}

/**
 * Changes a subscription, issues an invoice for the lines and takes the money at once. One event
 * tells of the change and of the invoice that is the latest by it.
 */
export function billNow(
  work: Work,
  before: Subscription,
  update: Partial<Subscription>,
  lines: Doc<'invoice'>['lines']['data'],
  { mustPay, onSession }: Payment,
): Subscription {
  const at = work.now(before.customer);
  const basis = { reason: 'subscription_update', lines, period: { start: at, end: at } } as const;
  const changed = { ...before, ...update };
  work.save('subscription', changed);
  const invoice = issueInvoice(work, changed, basis);
  announceUpdate(work, before);
  const { refusal } = collect(work, invoice, onSession);
  if (refusal && mustPay) throw cardError(refusal, 'rolled back');
  return work.get('subscription', before.id);
}
