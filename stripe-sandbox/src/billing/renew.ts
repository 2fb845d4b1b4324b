import { TRIAL_NOTICE } from '../clock/wake.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { cycleEnd } from './cycle.ts';
import { endSubscription, expireIncomplete } from './end-subscription.ts';
import { announceUpdate, draftInvoice, scheduled as waiting } from './issue-invoice.ts';
import { periodLine } from './lines.ts';
import { enterPhase } from './schedules.ts';

type Subscription = Doc<'subscription'>;

/** Does the one thing that is due for a subscription at this instant. */
export function wakeSubscription(work: Work, subscription: Subscription): void {
  const now = work.now(subscription.customer);
  const { status, cancel_at, trial_end, id } = subscription;
  if (status === 'incomplete') {
    expireIncomplete(work, subscription);
    return;
  }
  if (cancel_at !== null && cancel_at <= now) {
    endSubscription(work, subscription, 'cancellation_requested');
    return;
  }
  const { trialWarned } = work.store.secret('subscription', id);
  if (status === 'trialing' && trial_end && !trialWarned && trial_end - TRIAL_NOTICE <= now) {
    work.save('subscription', subscription, { trialWarned: true });
    work.emit('customer.subscription.trial_will_end', subscription);
    return;
  }
  if (status === 'trialing' && endsWithoutCard(work, subscription)) return;
  renew(work, subscription);
}

/** Moves to the next period. Its invoice is a draft for about an hour, and charged after that. */
function renew(work: Work, subscription: Subscription): void {
  const scheduled = enterPhase(work, subscription);
  const items = scheduled.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: cycleEnd(
      scheduled.billing_cycle_anchor,
      item.price.recurring ?? { interval: 'month', interval_count: 1 },
      item.current_period_end,
    ),
  }));
  const next: Subscription = {
    ...scheduled,
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
    items: { ...subscription.items, data: items },
  };
  const lines = items.map((item) =>
    periodLine(work, item, { start: item.current_period_start, end: item.current_period_end }),
  );
  const elapsed = {
    start: subscription.items.data[0]?.current_period_start ?? subscription.created,
    end: subscription.items.data[0]?.current_period_end ?? subscription.created,
  };
  work.save('subscription', next);
  const basis = { reason: 'subscription_cycle', lines, period: elapsed } as const;
  draftInvoice(work, next, basis, waiting(work, next.customer, true));
  announceUpdate(work, subscription);
}

/** Applies the trial's own rule for a missing card; true when the trial does not go on to bill. */
function endsWithoutCard(work: Work, subscription: Subscription): boolean {
  const customer = work.get('customer', subscription.customer);
  const card =
    subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const rule = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (card || rule === 'create_invoice') return false;
  if (rule === 'pause') {
    const paused = { status: 'paused' } as const;
    work.change('subscription', subscription.id, paused, 'customer.subscription.updated');
    work.emit('customer.subscription.paused', work.get('subscription', subscription.id));
  } else {
    endSubscription(work, subscription, 'cancellation_requested');
  }
  return true;
}
