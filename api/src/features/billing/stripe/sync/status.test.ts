import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { statusOf } from './status.ts';

type Reason = Stripe.Subscription.CancellationDetails.Reason | null;

const of = (status: string, reason: Reason = null) =>
  statusOf({
    status,
    cancellation_details: { comment: null, feedback: null, reason },
  } as Pick<Stripe.Subscription, 'status' | 'cancellation_details'>);

describe("Stripe's states", () => {
  it.each([
    ['trialing', null, { status: 'trial', hasAccess: true, paymentProblem: false }],
    ['active', null, { status: 'active', hasAccess: true, paymentProblem: false }],
    ['past_due', null, { status: 'active', hasAccess: true, paymentProblem: true }],
    ['unpaid', null, { status: 'expired', hasAccess: false }],
    ['paused', null, { status: 'expired', hasAccess: false }],
    ['incomplete', null, { listed: false, hasAccess: false }],
    ['incomplete_expired', null, { listed: false, hasAccess: false }],
    ['canceled', 'cancellation_requested', { status: 'cancelled', hasAccess: false }],
    ['canceled', null, { status: 'cancelled', hasAccess: false }],
    ['canceled', 'payment_failed', { status: 'expired', hasAccess: false }],
    ['canceled', 'payment_disputed', { status: 'expired', hasAccess: false }],
  ] as const)('%s (%s) means %j', (status, reason, expected) => {
    expect(of(status, reason)).toMatchObject(expected);
  });

  it('that this code does not know give no access and do not crash', () => {
    expect(of('hibernating')).toBeNull();
    expect(of('constructor')).toBeNull();
  });
});
