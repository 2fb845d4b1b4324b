import { productName } from 'contract/catalogue';
import { formatLongDate, formatPence } from 'contract/format';
import type { TimelineEntry } from 'contract/users';
import type { PaymentRow } from '../billing/payments/service.ts';
import {
  type EndReason,
  endReasonOf,
  type SubscriptionRow,
} from '../billing/subscriptions/service.ts';
import type { UserRow } from './repository.ts';

interface Lived {
  user: UserRow;
  subscriptions: SubscriptionRow[];
  payments: PaymentRow[];
  /** What admins did to the user that decides about access, money or a trial. */
  acts: ActOfAdmin[];
}

interface ActOfAdmin {
  at: Date;
  action: string;
  actorId: string | null;
  detail: string | null;
}

type Step = Omit<TimelineEntry, 'at'> & { at: Date };

/**
 * Everything that decided about a user's access, newest first: what happened, by which rule, and
 * what came of it for that product.
 */
export function timelineOf({ user, subscriptions, payments, acts }: Lived): TimelineEntry[] {
  const created: Step = {
    at: user.createdAt,
    event: 'Account created',
    rule: 'An account alone opens no product',
    result: 'No access',
  };
  const steps = [
    ...subscriptions.flatMap((subscription) => stepsOf(subscription, acts)),
    ...payments.map((payment) => paymentStep(payment, subscriptions)),
    ...acts.flatMap(actStep),
  ];
  // The account comes first, though Stripe, which counts whole seconds, may date what follows earlier.
  const inOrder = [created, ...steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())];
  return whileShutOut(inOrder)
    .toReversed()
    .map((step) => ({ ...step, at: step.at.toISOString() }));
}

/** Nothing that is paid for opens a product to somebody who cannot log in. */
function whileShutOut(steps: Step[]): Step[] {
  let isShutOut = false;
  return steps.map((step) => {
    if (step.result === shutOut) isShutOut = true;
    if (step.result === letIn) isShutOut = false;
    return isShutOut && step.result.startsWith('Access') ? { ...step, result: shutOut } : step;
  });
}

/** Why a user has access now, or why not, in a sentence or two. */
export function reasonOf({ user, subscriptions }: Pick<Lived, 'user' | 'subscriptions'>): string {
  const held = subscriptions.filter(({ hasAccess }) => hasAccess);
  const why = held.length > 0 ? held.map(whyHeld).join(' ') : whyNothing(subscriptions);
  return user.isActive
    ? why
    : `The account is deactivated: the user cannot log in, whatever is subscribed. ${why}`;
}

/** What ended last is why nothing is held now, whenever it began. */
function whyNothing(subscriptions: SubscriptionRow[]): string {
  const [last] = subscriptions.toSorted((a, b) => Number(b.lostAt) - Number(a.lostAt));
  if (!last) return 'The user has never subscribed.';
  if (last.trialRefused) {
    return `The trial of ${productName(last.productId)} did not begin, because its card had had one, and nothing else is held.`;
  }
  return `${productName(last.productId)} ${ofEnd[endReasonOf(last)].why}, and nothing else is held.`;
}

const ofEnd: Record<EndReason, { rule: string; why: string }> = {
  asked: {
    rule: 'A cancelled subscription gives access until its end',
    why: 'was cancelled and has ended',
  },
  withdrawn: {
    rule: 'Who withdraws loses access at once and gets the payment back',
    why: 'was withdrawn from and has ended',
  },
  unpaid: {
    rule: 'A subscription that is not paid ends when the attempts are over',
    why: 'ended because it was not paid',
  },
  other: {
    rule: 'A subscription that Stripe has paused or no longer knows gives no access',
    why: 'was paused or removed at Stripe',
  },
};

function whyHeld(subscription: SubscriptionRow): string {
  const { trialEnd, endsAt, periodEnd } = subscription;
  const name = productName(subscription.productId);
  if (subscription.cancelAtPeriodEnd) {
    return `${name} is cancelled and stays open until ${formatLongDate(endsAt ?? periodEnd)}.`;
  }
  if (subscription.status === 'trial') {
    return `${name} is on trial until ${formatLongDate(trialEnd)}.`;
  }
  return subscription.paymentProblem
    ? `${name} stays open while its failed payment is tried again.`
    : `${name} is active.`;
}

function stepsOf(subscription: SubscriptionRow, acts: ActOfAdmin[]): Step[] {
  const { startedAt, trialStart, trialEnd, cancelRequestedAt, lostAt, status } = subscription;
  const name = productName(subscription.productId);
  if (subscription.trialRefused) return [refusalOf(subscription)];
  const open = `Access to ${name}`;
  const steps: Step[] = [
    trialStart
      ? {
          at: trialStart,
          event: `Trial of ${name} started`,
          rule: 'A trial gives access until it ends',
          result: open,
        }
      : {
          at: startedAt,
          event: `Subscription to ${name} started`,
          rule: 'A subscription gives access once it is paid',
          result: open,
        },
  ];
  if (trialEnd && status !== 'trial' && (!lostAt || lostAt > trialEnd)) {
    steps.push({
      at: trialEnd,
      event: `Trial of ${name} ended`,
      rule: 'After the trial the first payment is taken; access stays while it is tried',
      result: open,
    });
  }
  if (cancelRequestedAt && (!lostAt || lostAt > cancelRequestedAt)) {
    steps.push({
      at: cancelRequestedAt,
      event: `${name} cancelled`,
      rule: 'A cancelled subscription gives access until its period ends',
      result: open,
    });
  }
  if (lostAt) {
    steps.push({
      at: lostAt,
      event: endOf(subscription, acts),
      rule: ofEnd[endReasonOf(subscription)].rule,
      result: `No access to ${name}`,
    });
  }
  return steps;
}

function refusalOf({ startedAt, productId }: SubscriptionRow): Step {
  const name = productName(productId);
  return {
    at: startedAt,
    event: `Trial of ${name} did not begin`,
    rule: 'A card has one trial of each product',
    result: `No access to ${name}`,
  };
}

/** What ended it, as a headline; a withdrawal also says what went back, and who withdrew. */
function endOf(row: SubscriptionRow, acts: ActOfAdmin[]): string {
  const name = productName(row.productId);
  if (!row.withdrawnAt) return `${name} ended`;
  const act = acts.find(({ detail }) => detail?.includes(row.id));
  const by = act && act.actorId !== row.userId ? ' by an admin' : '';
  const credit = row.withdrawCredit
    ? `, ${formatPence(row.withdrawCredit)} of credit returned`
    : '';
  const held = row.withdrawHeld ? `, ${formatPence(row.withdrawHeld)} with the bank` : '';
  return `Withdrawn from ${name}${by}, ${formatPence(row.withdrawRefund ?? 0)} refunded${credit}${held}`;
}

const asBefore = () => 'As before';
const ofPayment: Record<PaymentRow['status'], { rule: string; result: (name: string) => string }> =
  {
    success: {
      rule: 'A paid period gives access until its end',
      result: (name) => `Access to ${name}`,
    },
    pending: { rule: 'A payment on its way changes nothing yet', result: asBefore },
    failed: {
      rule: 'A subscription stays open while its payment is tried again',
      result: asBefore,
    },
    refunded: { rule: 'A refund ends nothing by itself', result: asBefore },
  };

/** What was still open is paid at times when the subscription it was for has ended. */
const afterTheEnd = { rule: 'A payment after the end opens nothing again', result: asBefore };

function paymentStep(payment: PaymentRow, subscriptions: SubscriptionRow[]): Step {
  const { productId, status, amount, refunded, paidAt } = payment;
  const back = refunded > 0 && status !== 'refunded' ? `, ${formatPence(refunded)} refunded` : '';
  const name = productName(productId);
  const lostAt = subscriptions.find(
    ({ stripeId }) => stripeId === payment.stripeSubscriptionId,
  )?.lostAt;
  const isLate = status === 'success' && lostAt != null && lostAt <= paidAt;
  const { rule, result } = isLate ? afterTheEnd : ofPayment[status];
  return {
    at: paidAt,
    event: `Payment of ${formatPence(amount)} for ${name}: ${status}${back}`,
    rule,
    result: result(name),
  };
}

const shutOut = 'Cannot log in';
const letIn = 'As subscribed';
const ofAct: Record<string, Omit<Step, 'at'>> = {
  'user.deactivated': {
    event: 'Account deactivated by an admin',
    rule: 'A deactivated user cannot log in',
    result: shutOut,
  },
  'user.activated': {
    event: 'Account activated by an admin',
    rule: 'An active user may log in',
    result: letIn,
  },
  'user.trial-allowed': {
    event: 'One more trial allowed by an admin',
    rule: 'It begins with whatever is bought next, with any card',
    result: 'As before',
  },
};

function actStep({ at, action, detail }: ActOfAdmin): Step[] {
  if (action === 'payment.refunded') {
    const event = `Refund by an admin: ${detail?.replace(/ \(payment [\da-f-]+\)(, after \d+ that failed)?$/, '$1')}`;
    return [{ at, event, rule: ofPayment.refunded.rule, result: asBefore() }];
  }
  const step = ofAct[action];
  return step ? [{ at, ...step }] : [];
}
