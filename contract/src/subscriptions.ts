import { z } from 'zod';
import { termsHeld } from './agreements.ts';
import { endpoint } from './endpoint.ts';
import { loginProduct } from './product-logins.ts';
import { idOf, text } from './text.ts';

export const billingCycle = z.enum(['monthly', 'yearly']);
export const subscriptionStatus = z.enum(['active', 'trial', 'cancelled', 'expired']);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

/**
 * What the checkout would decide for this visitor or user who chose a plan (product C60). It decides
 * anew then: what is held may have changed since.
 */
export const planDecision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subscribe') }),
  /** This very plan is held. */
  z.object({ kind: z.literal('held') }),
  /** The product is held in the other billing cycle, which this one would replace. */
  z.object({ kind: z.literal('change-cycle') }),
  /** The products held that this one includes, and would replace. */
  z.object({ kind: z.literal('upgrade'), replaces: z.array(z.string()) }),
  /** The product held that includes this one already. */
  z.object({ kind: z.literal('included'), in: z.string() }),
  /** What is held cannot be changed now; `message` says why, and what to do about it. */
  z.object({ kind: z.literal('blocked'), message: z.string() }),
]);
export type PlanDecision = z.infer<typeof planDecision>;

/** A product as it is offered to this visitor or user. Amounts in pounds. */
export const planOffer = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  monthlyPrice: z.number(),
  yearlyPrice: z.number(),
  monthlyPlanId: z.uuid(),
  yearlyPlanId: z.uuid(),
  monthlySubscribed: z.boolean(),
  yearlySubscribed: z.boolean(),
  monthlyDecision: planDecision,
  yearlyDecision: planDecision,
  popular: z.boolean(),
  /** Days free if this user subscribes now; 0 once the trial has been used. */
  trialDays: z.number().int(),
  /** None is left because the card that was entered had had one. */
  trialRefused: z.boolean(),
});
export type PlanOffer = z.infer<typeof planOffer>;

/**
 * While the right to withdraw lasts: its last day in London, what would go back, what credit comes back, and on how
 * much a bank decides, which goes back once it has decided for us. In pounds.
 */
export const withdrawable = {
  withdraw_until: z.iso.date().nullable(),
  withdraw_refund: z.number().nullable(),
  withdraw_credit: z.number().nullable(),
  withdraw_held: z.number().nullable(),
};

/** What will be charged, and what credit pays beside it (null while not known), in pounds. */
const charge = z.object({
  date: z.iso.datetime(),
  amount: z.number(),
  credit: z.number().nullable(),
});

export const subscriptionView = z.object({
  id: z.uuid(),
  product_name: z.string(),
  plan_name: z.string(),
  status: subscriptionStatus,
  trial_end_date: z.iso.datetime().nullable(),
  /** It was to begin with a trial that its card had had, and never began. */
  trial_refused: z.boolean(),
  /** When the running period ends: the next charge, or the end if cancelled. */
  current_period_end: z.iso.datetime().nullable(),
  price: z.number(),
  /** What it renews for from that day on, once its holder was told. */
  new_price: z.object({ amount: z.number(), from: z.iso.datetime() }).nullable(),
  /** Of the next period. */
  next_charge: charge.nullable(),
  /** What is still charged of the period that has begun: its money is taken an hour later. */
  charge_under_way: charge.nullable(),
  billing_cycle: billingCycle,
  cancel_at_period_end: z.boolean(),
  /** A renewal failed and Stripe is trying again. */
  payment_problem: z.boolean(),
  /** The payment that the bank wants confirmed, on the page of its invoice; then it is the problem. */
  payment_to_confirm: z.uuid().nullable(),
  ...withdrawable,
  login_urls: z.array(
    z.object({
      name: z.string(),
      url: z.url(),
      product: loginProduct,
      /** The product wants a token of ours: it is opened through `POST /user/products/{product}/open`. */
      with_token: z.boolean(),
    }),
  ),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

/** The offers; for a signed-in user with what is held and which trials are left. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/plans',
  access: 'anyone',
  summary: 'The plans on sale',
  /** `terms`: null unless changed ones are announced that do not hold for this user yet. */
  answer: z.object({ plans: z.array(planOffer), terms: termsHeld.nullable() }),
});

const planChoice = z.strictObject(
  {
    product_id: text(64, 'product_id is required'),
    pricing_plan_id: text(64, 'pricing_plan_id is required'),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown field: ${issue.keys.join(', ')}. Prices are set by the server.`
        : undefined,
  },
);

export const checkout = endpoint({
  method: 'POST',
  path: '/subscriptions/checkout',
  access: 'signed-in',
  summary: 'Open a hosted checkout for one plan',
  body: planChoice,
  answer: z.object({ checkout_url: z.url(), session_id: z.string() }),
});

/** What a change of the plan that is held would cost, told before it is confirmed. In pounds. */
export const changePreview = z.object({
  due_today: z.number(),
  /** Unused time that was paid for, and credit from before, taken off already. */
  credit: z.number(),
  /** The first one after it: the price, and what of it will be charged after credit. */
  next_charge: z.object({ date: z.iso.datetime(), amount: z.number(), charged: z.number() }),
  /** Other plans that end with the change. */
  also_ends: z.array(z.string()),
  /** Their unused time, which pays the next charges. */
  later_credit: z.number(),
});
export type ChangePreview = z.infer<typeof changePreview>;

export const previewChange = endpoint({
  method: 'POST',
  path: '/subscriptions/checkout/preview',
  access: 'signed-in',
  summary: 'What a change to another plan would cost',
  body: planChoice,
  answer: z.object({ data: changePreview }),
});

/** `trial-refused`: the card had had its trial, so nothing was begun and nothing charged. */
const checkoutStatus = z.enum(['complete', 'open', 'expired', 'trial-refused']);

/** Asks the server to check a checkout session with Stripe after the return from the hosted page. */
export const confirmCheckout = endpoint({
  method: 'POST',
  path: '/subscriptions/checkout/confirm',
  access: 'signed-in',
  summary: 'Verify a checkout after the return from the hosted page',
  body: z.strictObject({ session_id: text(200, 'session_id is required').min(1) }),
  answer: z.object({ status: checkoutStatus }),
});
export type CheckoutStatus = z.infer<typeof checkoutStatus>;

/** The address of Stripe's page on which another card is entered. */
export const updateCard = endpoint({
  method: 'POST',
  path: '/user/subscriptions/{id}/update-card',
  access: 'signed-in',
  summary: 'Open the hosted page for a new card',
  params: z.object({ id: idOf('This subscription does not exist') }),
  answer: z.object({ url: z.url() }),
});

/** For the return from a hosted page, which may be faster than Stripe's events. */
export const refreshSubscriptions = endpoint({
  method: 'POST',
  path: '/user/subscriptions/refresh',
  access: 'signed-in',
  summary: 'Sync my subscriptions with Stripe',
  answer: z.object({}),
});

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/user/subscriptions',
  access: 'signed-in',
  summary: 'My subscriptions',
  answer: z.object({
    subscriptions: z.array(subscriptionView),
    /** Pounds to the caller's credit, which pay what is charged next; null while that is not known. */
    credit: z.number().nullable(),
    /** Whether the caller's e-mail is known to be theirs: before, there may be no login links. */
    email_verified: z.boolean(),
  }),
});
