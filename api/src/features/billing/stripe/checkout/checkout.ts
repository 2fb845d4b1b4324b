import { findPlan, type Plan } from 'contract/catalogue';
import { toPounds } from 'contract/format';
import type { ShownSale } from 'contract/shown';
import type { CheckoutStatus } from 'contract/subscriptions';
import type Stripe from 'stripe';
import { Conflict, Invalid, NotFound } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { termsHeldBy } from '../../../agreements/in-force.ts';
import { agreeToPlan } from '../../../agreements/service.ts';
import { refuseOtherSale } from '../../../agreements/shown.ts';
import { presentDecision } from '../../plans/present.ts';
import { isTrialRefused } from '../../plans/service.ts';
import { isScheduledByHand, withoutSchedule } from '../../price-moves/schedule.ts';
import {
  findSubscriptionByStripeId,
  findSubscriptionsOfUser,
  type SubscriptionRow,
} from '../../subscriptions/repository.ts';
import { decideCheckout, productOf, trialDaysLeft } from '../../subscriptions/rules.ts';
import { trialsOf } from '../../trials/service.ts';
import { explainOutage, unlessMissing } from '../client.ts';
import { ensureCustomer } from '../customers/customers.ts';
import { idOf } from '../reference.ts';
import { syncCustomer } from '../sync/sync.ts';
import { cheapestFrom, type Held } from './cheapest-change.ts';
import { closeReplaced, type HostedPage, openSession } from './checkout-session.ts';
import { closeOpenIntent, forgetChange, noteChange, notePage } from './intents-repository.ts';
import { explainReplaced } from './replaced-prices.ts';
import { refuseSoldAlready } from './sold-already.ts';
import { refuseUnkeptChange } from './unkept-change.ts';

/**
 * Opens the hosted page on which a plan is bought, or on which the subscription held is changed to
 * it, and notes before what is agreed to by that. The price comes from our catalogue alone. Throws
 * Invalid for an unknown plan, Conflict when it would be paid for twice, Outdated where the page showed
 * something else, Unavailable while Stripe is away.
 */
export async function openCheckout(
  services: Services,
  { id: userId, address, at }: Buyer,
  { shown, ...choice }: PlanChoice & { shown?: ShownSale | undefined },
): Promise<HostedPage> {
  return explainReplaced(services, choice, async () => {
    const { plan, customerId, decision, trial, snapshot } = await decide(services, userId, choice);
    const chosen = {
      plan,
      decision: presentDecision(productOf(plan.productId), decision),
      trialDays: decision.kind === 'subscribe' ? decision.trialDays : 0,
      trialRefused: trial.isRefused,
    };
    const terms = await termsHeldBy(services.db, userId);
    refuseOtherSale(shown, {
      price: toPounds(plan.amount),
      trial_days: chosen.trialDays,
      terms_version: terms.version,
    });
    await agreeToPlan(services.db, { userId, address, at }, { ...chosen, terms });
    return decision.kind === 'change'
      ? openChange(services, { userId, customerId, from: decision.from, plan })
      : openSession(services, {
          ...{ userId, customerId, plan, trial },
          ...{ trialDays: decision.trialDays, customer: snapshot?.customer ?? null },
        });
  });
}

/** Who chooses, from which network address, and when, unless it is now. */
interface Buyer {
  id: string;
  address: string;
  at?: Date;
}

/** A plan as the browser names it. */
export interface PlanChoice {
  productId: string;
  planId: string;
}

/**
 * What choosing a plan means for somebody, by what Stripe says now of what they hold. Throws as
 * `openCheckout` does.
 */
export async function decide(
  services: Services,
  userId: string,
  { productId, planId }: PlanChoice,
) {
  const plan = findPlan(planId);
  if (plan?.productId !== productId) {
    throw new Invalid({
      pricing_plan_id: 'This plan does not exist. Reload the page and choose a plan again.',
    });
  }
  const customerId = await ensureCustomer(services, userId);
  const synced = await syncCustomer(services, customerId);
  const fixed = (synced?.snapshot.subscriptions ?? []).filter((one) => !isChangeable(one));
  const holdings: Held[] = (await findSubscriptionsOfUser(services.db, userId)).map((row) => ({
    ...row,
    isFixed: fixed.some(({ id }) => id === row.stripeId),
  }));
  const trials = await trialsOf(services, userId);
  const decision = decideCheckout(plan, holdings, trials);
  if (decision.kind === 'refuse') throw new Conflict(decision.message);
  await refuseSoldAlready(services, { customerId, alerts: synced?.alerts ?? [], plan });
  if (decision.kind === 'change') {
    decision.from = await cheapestFrom(services, {
      plan,
      customerId,
      ...decision,
      snapshot: synced?.snapshot,
    });
    await refuseUnkeptChange(services, { plan, customerId, from: decision.from, synced });
  }
  const product = productOf(productId);
  const trial = {
    // Only one that would not be had without it is used up.
    allowance: trialDaysLeft(product, holdings) === 0 ? trials.allowance : undefined,
    isRefused: isTrialRefused(product, holdings),
  };
  return { plan, customerId, decision, trial, holdings, snapshot: synced?.snapshot };
}

/**
 * Looks at a checkout session again after the return from the hosted page, and writes down what
 * was bought. Throws NotFound for a session that is not this user's.
 */
export async function confirmCheckout(
  services: Services,
  userId: string,
  sessionId: string,
): Promise<CheckoutStatus> {
  return explainOutage(async () => {
    const session = await unlessMissing(services.stripe.checkout.sessions.retrieve(sessionId));
    if (session?.client_reference_id !== userId) throw new NotFound();
    if (session.status === 'complete' && typeof session.customer === 'string') {
      await syncCustomer(services, session.customer);
    }
    if (session.status === 'complete') {
      const bought = await findSubscriptionByStripeId(
        services.db,
        idOf(session.subscription) ?? '',
      );
      return bought?.trialRefused ? 'trial-refused' : 'complete';
    }
    return session.status === 'open' ? 'open' : 'expired';
  });
}

/** A subscription at Stripe with the item that a change replaces. Throws Conflict without one. */
export async function findChangeable({ stripe }: Services, stripeId: string) {
  const subscription = await stripe.subscriptions.retrieve(stripeId);
  const [item] = subscription.items.data;
  if (!item || !isChangeable(subscription) || (await isScheduledByHand(stripe, subscription))) {
    throw new Conflict('This subscription cannot be changed.');
  }
  return { subscription, item };
}

/** Stripe's page changes one item, once: what somebody at its dashboard put together stays so. */
const isChangeable = ({ items: { data } }: Stripe.Subscription): boolean =>
  data.length === 1 && (data[0]?.quantity ?? 1) === 1;

async function openChange(
  services: Services,
  change: { userId: string; customerId: string; from: SubscriptionRow; plan: Plan },
): Promise<HostedPage> {
  const { db, env, portal, prices, stripe } = services;
  // A checkout left open in another tab must not sell what the change is about to bring.
  await closeOpenIntent(db, change.userId);
  await closeReplaced(services, change);
  const { stripeId } = change.from;
  const { subscription, item } = await findChangeable(services, stripeId);
  const returnUrl = `${env.APP_URL}/user/subscriptions`;
  const price = await prices.idOf(change.plan);
  const configuration = await portal.configurationId();
  const open = () =>
    stripe.billingPortal.sessions.create({
      customer: change.customerId,
      configuration,
      return_url: returnUrl,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: stripeId,
          items: [{ id: item.id, price, quantity: 1 }],
        },
        after_completion: {
          type: 'redirect',
          redirect: { return_url: `${returnUrl}?changed=true` },
        },
      },
    });
  // Before the page is there: a sync would arrange a price that moves again, which the page could not change then.
  const noted = await noteChange(db, { userId: change.userId, planId: change.plan.id });
  try {
    const session = await withoutSchedule(services, subscription, open);
    await notePage(db, noted, session.id);
    return session;
  } catch (error) {
    await forgetChange(db, noted);
    throw error;
  }
}
