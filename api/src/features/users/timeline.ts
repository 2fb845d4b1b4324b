import { productName } from 'contract/catalogue';
import { formatPence } from 'contract/format';
import type { TimelineEntry } from 'contract/users';
import type { PaymentRow } from '../billing/payments/service.ts';
import type { SubscriptionRow } from '../billing/subscriptions/service.ts';
import type { UserRow } from './repository.ts';

interface Lived {
  user: UserRow;
  subscriptions: SubscriptionRow[];
  payments: PaymentRow[];
  /** What admins did to the user. */
  acts: { at: Date; action: string }[];
}

type Step = Omit<TimelineEntry, 'at'> & { at: Date };

/** Everything that decided about a user's access, newest first: what happened, by which rule. */
export function timelineOf({ user, subscriptions, payments, acts }: Lived): TimelineEntry[] {
  const steps: Step[] = [
    {
      at: user.createdAt,
      event: 'Account created',
      rule: 'An account alone opens no product',
      result: 'No access',
    },
    ...subscriptions.flatMap(stepsOf),
    ...payments.map(paymentStep),
    ...acts.flatMap(actStep),
  ];
  return steps
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map((step) => ({ ...step, at: step.at.toISOString() }));
}

/** Why a user has access now, or why not, in a sentence. */
export function reasonOf({ user, subscriptions }: Pick<Lived, 'user' | 'subscriptions'>): string {
  const held = subscriptions.filter(({ hasAccess }) => hasAccess);
  if (held.length > 0 && !user.isActive) {
    return 'The account is deactivated: the user cannot log in, whatever is subscribed.';
  }
  if (held.length > 0) return held.map(whyHeld).join(' ');
  const [newest] = subscriptions;
  if (!newest) return 'The user has never subscribed.';
  const name = productName(newest.productId);
  return newest.status === 'expired'
    ? `${name} ended because it was not paid, and nothing else is held.`
    : `${name} was cancelled and has ended, and nothing else is held.`;
}

function whyHeld(subscription: SubscriptionRow): string {
  const name = productName(subscription.productId);
  if (subscription.status === 'trial') return `${name} is on trial.`;
  if (subscription.paymentProblem) {
    return `${name} stays open while its failed payment is tried again.`;
  }
  return subscription.cancelAtPeriodEnd
    ? `${name} is cancelled and paid for until its period ends.`
    : `${name} is active.`;
}

function stepsOf(subscription: SubscriptionRow): Step[] {
  const { startedAt, trialStart, trialEnd, endedAt, status } = subscription;
  const name = productName(subscription.productId);
  const steps: Step[] = [
    trialStart
      ? {
          at: trialStart,
          event: `Trial of ${name} started`,
          rule: 'A trial gives access until it ends',
          result: 'Access',
        }
      : {
          at: startedAt,
          event: `Subscription to ${name} started`,
          rule: 'A subscription gives access once it is paid',
          result: 'Access',
        },
  ];
  if (trialEnd && trialEnd <= new Date() && (!endedAt || endedAt > trialEnd)) {
    steps.push({
      at: trialEnd,
      event: `Trial of ${name} ended`,
      rule: 'After the trial the first payment is taken; access stays while it is tried',
      result: 'Access',
    });
  }
  if (endedAt) {
    steps.push({
      at: endedAt,
      event: `${name} ended`,
      rule:
        status === 'expired'
          ? 'A subscription that is not paid ends when the attempts are over'
          : 'A cancelled subscription gives access until its end',
      result: 'No access',
    });
  }
  return steps;
}

const ofPayment: Record<PaymentRow['status'], Pick<Step, 'rule' | 'result'>> = {
  success: { rule: 'A paid period gives access until its end', result: 'Access' },
  pending: { rule: 'A payment on its way changes nothing yet', result: 'As before' },
  failed: { rule: 'Access stays while a failed payment is tried again', result: 'Access for now' },
  refunded: { rule: 'A refund ends nothing by itself', result: 'As before' },
};

function paymentStep(payment: PaymentRow): Step {
  const name = productName(payment.productId);
  return {
    at: payment.paidAt,
    event: `Payment of ${formatPence(payment.amount)} for ${name}: ${payment.status}`,
    ...ofPayment[payment.status],
  };
}

const ofAct: Record<string, Omit<Step, 'at'>> = {
  'user.deactivated': {
    event: 'Account deactivated by an admin',
    rule: 'A deactivated user cannot log in',
    result: 'Cannot log in',
  },
  'user.activated': {
    event: 'Account activated by an admin',
    rule: 'An active user may log in',
    result: 'As subscribed',
  },
};

function actStep({ at, action }: { at: Date; action: string }): Step[] {
  const step = ofAct[action];
  return step ? [{ at, ...step }] : [];
}
