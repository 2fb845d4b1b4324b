import type { Doc, LineItem, SubscriptionItem } from '../store/documents.ts';
import { newId } from '../store/ids.ts';
import type { Work } from '../work/work.ts';
import type { ProrationBehaviour } from './change-subscription.ts';
import { composeInvoice } from './compose-invoice.ts';
import { cycleEnd } from './cycle.ts';
import { periodLine } from './lines.ts';
import { amountDue } from './minimum.ts';
import { pendingItems } from './pending-items.ts';
import { type ItemChange, planChange } from './plan-change.ts';

/** A change to look at before it is made; `at` in unix seconds, now when absent. */
export interface Preview {
  changes: readonly ItemChange[];
  behaviour: ProrationBehaviour;
  at?: number | null | undefined;
}

/** The invoice a subscription would get next, or for the given change. Nothing is stored. */
export function previewInvoice(
  work: Work,
  subscription: Doc<'subscription'>,
  { changes, behaviour, at: asked }: Preview,
): Doc<'invoice'> {
  const at = asked ?? work.now(subscription.customer);
  const prorate = behaviour !== 'none';
  const plan = planChange(work, subscription, changes, { prorate, at });
  const today = plan.newCycle || (behaviour === 'always_invoice' && plan.lines.length > 0);
  const pending = pendingItems(work, subscription).map(({ line }) => line);
  const next = today ? [] : plan.items.map((item) => nextPeriod(work, item, plan.anchor));
  const end = today ? at : Math.min(...plan.items.map((item) => item.current_period_end));
  const invoice = composeInvoice(work, {
    customer: work.get('customer', subscription.customer),
    subscription,
    reason: changes.length > 0 ? 'subscription_update' : 'upcoming',
    created: end,
    lines: [...pending, ...plan.lines, ...next],
    period: { start: at, end },
  });
  const balance = invoice.starting_balance;
  const due = amountDue(invoice.total, balance, invoice.currency);
  return {
    ...invoice,
    id: newId('upcoming_in'),
    amount_due: due,
    amount_remaining: due,
    ending_balance: balance + invoice.total - due,
  };
}

function nextPeriod(work: Work, item: SubscriptionItem, anchor: number): LineItem {
  const start = item.current_period_end;
  const recurring = item.price.recurring ?? { interval: 'month', interval_count: 1 };
  return periodLine(work, item, { start, end: cycleEnd(anchor, recurring, start) });
}
