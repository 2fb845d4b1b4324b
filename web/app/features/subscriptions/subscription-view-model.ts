import { priceInWords } from 'contract/sale-terms';
import type { SubscriptionView } from 'contract/subscriptions';
import { stillCharged } from 'contract/under-way';
import { creditText } from '../../lib/credit.ts';
import { formatLongDate, formatPounds } from '../../lib/format.ts';
import { endOf, isRunning } from '../../lib/subscription-badge.ts';
import { withdrawMoney } from '../../lib/withdraw-money.ts';

const dayInFull = { day: 'numeric', month: 'long', timeZone: 'Europe/London' } as const;

interface NextEvent {
  name: string;
  /** The long date, or what holds until then. */
  date: string;
  /** What else happens that day. */
  also?: string;
}

/** '£24.99 per month'. */
export function priceText({ price, billing_cycle }: SubscriptionView): string {
  return priceInWords(formatPounds(price), billing_cycle);
}

/** What comes next for a subscription, as a name and a date; null when nothing does, or the badge says it. */
export function nextEvent(subscription: SubscriptionView): NextEvent | null {
  const { status, trial_end_date, cancel_at_period_end, current_period_end } = subscription;
  const { payment_problem, next_charge, charge_under_way: underWay } = subscription;
  const end = endOf(subscription);
  if (!isRunning(subscription)) {
    return current_period_end ? { name: 'Ended', date: formatLongDate(current_period_end) } : null;
  }
  if (!end) return null;
  const date = formatLongDate(end);
  const onTrial = status === 'trial';
  const name = onTrial ? 'First charge' : 'Next charge';
  const credit = creditText(next_charge);
  if (underWay) return withCredit(name, formatLongDate(underWay.date), creditText(underWay));
  if (cancel_at_period_end) {
    // The badge names the day already, unless a payment is due.
    if (payment_problem) return { name: 'Ends on', date };
    if (next_charge) return withCredit(name, formatLongDate(next_charge.date), credit);
    return onTrial ? { name: 'Until then', date: 'Free trial' } : null;
  }
  if (onTrial && trial_end_date) {
    return { name: 'Trial ends', date, also: credit ?? 'First charge that day' };
  }
  return withCredit(name, date, credit);
}

const withCredit = (name: string, date: string, also: string | null): NextEvent =>
  also ? { name, date, also } : { name, date };

/**
 * '£17.99 from 3 January 2027', once a new price was told of, or 'from your next charge', where the card
 * says that day already (product U426).
 */
export function newPriceText(subscription: SubscriptionView): string | null {
  const { new_price: told, status } = subscription;
  if (!told) return null;
  const day = formatLongDate(told.from);
  const charge = status === 'trial' ? 'your first charge' : 'your next charge';
  const from = nextEvent(subscription)?.date === day ? charge : day;
  return `${formatPounds(told.amount)} from ${from}`;
}

/**
 * Cancelling is open to an active or trial subscription that is not cancelled yet, or that is charged
 * before the day on which support ends it (product U25).
 */
export function canCancel(subscription: SubscriptionView): boolean {
  const { cancel_at_period_end: isEnding } = subscription;
  return isRunning(subscription) && (!isEnding || chargeBeforeEnd(subscription) !== null);
}

/** The day of the next charge of what is set to end after that; null where nothing more is charged. */
function chargeBeforeEnd(subscription: SubscriptionView): string | null {
  const { cancel_at_period_end: isEnding, next_charge: charge } = subscription;
  return isEnding && charge ? charge.date : null;
}

/** Taking a cancellation back is open while the subscription still runs, on trial too (product U27). */
export function canUndo(subscription: SubscriptionView): boolean {
  return isRunning(subscription) && subscription.cancel_at_period_end;
}

/** What 'Don't Cancel' leads to, and 'Cancel' where that stands beside it, in one sentence each. */
export function undoConsequences(subscription: SubscriptionView): string {
  const { status, trial_end_date } = subscription;
  const keeps = `Don’t Cancel keeps it running at ${priceText(subscription)}`;
  if (chargeBeforeEnd(subscription)) {
    const charge = status === 'trial' ? 'first' : 'next';
    return `Cancel ends it before its ${charge} charge. ${keeps}.`;
  }
  const onTrial = status === 'trial' && trial_end_date !== null;
  return `Changed your mind? ${keeps}${onTrial ? ' once the trial ends' : ''}.`;
}

/** What cancelling does and when, in sentences. */
export function cancelConsequences(subscription: SubscriptionView): string[] {
  const end = chargeBeforeEnd(subscription) ?? endOf(subscription);
  const until = end ? `until ${formatLongDate(end)}` : 'until the end of the billing period';
  if (subscription.payment_problem) {
    return [
      `The payment that is due is still tried. Once it is paid, you keep ${subscription.product_name} ${until}; if it fails for good, it ends then.`,
      'Nothing else is charged. You can change your mind before that day.',
    ];
  }
  const underWay = subscription.charge_under_way;
  if (underWay) {
    const keeps = `you keep ${subscription.product_name} ${until}`;
    return [
      underWay.amount > 0
        ? `${stillCharged(underWay)} Once it is paid, ${keeps}; if it fails for good, it ends then.`
        : `${stillCharged(underWay)} With that ${keeps}.`,
      'Nothing else is charged. You can change your mind before that day.',
    ];
  }
  return subscription.status === 'trial'
    ? [
        `Your free trial of ${subscription.product_name} continues ${until}.`,
        'It then ends and you are never charged. You can change your mind before that day.',
      ]
    : [
        `You keep ${subscription.product_name} ${until}.`,
        'It then ends and you are not charged again. You can change your mind before that day.',
      ];
}

/** Until when one may withdraw, and what goes back: 'until 6 December', '£250.00 back'. */
export function rightToWithdraw({
  withdraw_until: until,
  withdraw_refund: refund,
  withdraw_credit: credit,
  withdraw_held: held,
}: SubscriptionView): { until: string; back: string } | null {
  if (!until) return null;
  return {
    until: `until ${new Date(until).toLocaleDateString('en-GB', dayInFull)}`,
    back: backOf({ refund, credit, held }) || 'Nothing is charged',
  };
}

/** '£10.00 back, £24.99 of credit back': what goes to the card, what credit comes back, and what a bank decides on. */
const backOf = ({
  refund,
  credit,
  held,
}: Record<'refund' | 'credit' | 'held', number | null>): string =>
  [
    ...(refund ? [`${formatPounds(refund)} back`] : []),
    ...(credit ? [`${formatPounds(credit)} of credit back`] : []),
    ...(held ? [`${formatPounds(held)} back once the bank has decided for us`] : []),
  ].join(', ');

/** What withdrawing does, in sentences. */
export function withdrawConsequences(subscription: SubscriptionView): string[] {
  const { product_name: name, status } = subscription;
  const money = withdrawMoney(subscription, 'the card you paid with');
  const other = status === 'trial' ? 'the trial' : 'the period you paid for';
  return [
    `Your access to ${name} ends at once. ${money}`,
    `This cannot be undone. To keep access until the end of ${other}, cancel instead.`,
  ];
}
