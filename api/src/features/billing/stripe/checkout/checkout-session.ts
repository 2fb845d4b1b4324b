import type { Plan } from 'contract/catalogue';
import type Stripe from 'stripe';
import { lockUser } from '../../../../db/lock-user.ts';
import type { Env } from '../../../../env.ts';
import { Conflict, Unauthorised } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { isKeySpent, isOtherCurrency, unlessMissing } from '../client.ts';
import { hasOwnName } from '../customers/customers.ts';
import { isAtShownPrice } from '../setup/old-sessions.ts';
import { syncCustomer } from '../sync/sync.ts';
import { claimIntent, type Intent, noteSession, setIntent } from './intents-repository.ts';
import { closeSessions, expireSession, stillRuns } from './sessions.ts';

/** A page of Stripe's to send the browser to. */
export interface HostedPage {
  id: string;
  url: string;
}

const startsPaid =
  'The card you entered before has had its free trial, so this plan starts paid: it is charged today.';
const otherCurrency =
  'Your account with our payment service is in another currency, so nothing can be charged in pounds. Please contact us, and we will put it right.';
const alreadyPaid = 'This checkout has just been completed. You will find it in My Subscriptions.';

interface Purchase {
  userId: string;
  customerId: string;
  plan: Plan;
  trialDays: number;
  /** Who the customer is at Stripe; null where it was not asked. */
  customer: Stripe.Customer | null;
  trial: {
    /** What an admin has allowed, where the trial needs it. */
    allowance: string | undefined;
    /** A trial was refused before, for the card that was entered. */
    isRefused: boolean;
  };
}

/**
 * Opens the checkout session of a purchase. The intent is written first and its id is the idempotency
 * key, so a double click, a second tab or a repeat after a crash all end in the same session.
 */
export async function openSession(services: Services, purchase: Purchase): Promise<HostedPage> {
  const { db, stripe } = services;
  const intent = await db.transaction(async (transaction) => {
    // Whoever is being deleted opens no page that would outlive that.
    if (!(await lockUser(transaction, purchase.userId))) throw new Unauthorised();
    return claimIntent(transaction, {
      userId: purchase.userId,
      planId: purchase.plan.id,
      trialDays: purchase.trialDays,
    });
  });
  await closeReplaced(services, purchase);
  if (intent.stripeSessionId) {
    return (await reuse(services, purchase, intent)) ?? openSession(services, purchase);
  }
  const session = await create(services, purchase, intent);
  if (!session) return openSession(services, purchase);
  if (await noteSession(db, intent.id, session.id)) return hosted(session);
  await expireSession(stripe, session.id);
  throw new Conflict('Another checkout was opened at the same moment. Please continue there.');
}

/**
 * Closes every session that a newer purchase has replaced. Throws Conflict when one was paid before
 * that could happen.
 */
export async function closeReplaced(
  services: Services,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  if (!(await closeSessions(services, userId))) return;
  await syncCustomer(services, customerId);
  throw new Conflict(alreadyPaid);
}

/**
 * Creates the session of an intent. Null, and the intent has ended, when a price or an address has
 * changed since a try that broke off: Stripe keeps that try's session, which nobody knows, for a day.
 * Throws Conflict for whom Stripe keeps in another currency.
 */
async function create(
  services: Services,
  purchase: Purchase,
  intent: Intent,
): Promise<Stripe.Checkout.Session | null> {
  const params = await describe(services, purchase, intent);
  try {
    return await services.stripe.checkout.sessions.create(params, {
      idempotencyKey: `checkout-${intent.id}`,
    });
  } catch (error) {
    const isForeign = isOtherCurrency(error);
    if (!isForeign && !isKeySpent(error)) throw error;
    await setIntent(services.db, intent.id, 'expired');
    if (isForeign) throw new Conflict(otherCurrency);
    return null;
  }
}

/** The session of an open intent, if one can still pay with it, and pays what is shown. */
async function reuse(
  services: Services,
  purchase: Purchase,
  intent: Intent,
): Promise<HostedPage | null> {
  const { stripe, prices } = services;
  const find = () =>
    unlessMissing(
      stripe.checkout.sessions.retrieve(intent.stripeSessionId ?? '', { expand: ['line_items'] }),
    );
  let session = await find();
  if (session?.status === 'open') {
    if (await isAtShownPrice(prices, session)) return hosted(session);
    await expireSession(stripe, session.id);
    session = await find();
  }
  if (session?.status === 'complete') {
    await syncCustomer(services, purchase.customerId);
    await setIntent(services.db, intent.id, 'completed');
    if (await stillRuns(services.stripe, session)) throw new Conflict(alreadyPaid);
    return null;
  }
  await setIntent(services.db, intent.id, 'expired');
  return null;
}

async function describe(
  { env, prices }: Services,
  { userId, customerId, plan, trialDays, trial, customer }: Purchase,
  intent: Intent,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const metadata = { user_id: userId, plan_id: plan.id, intent_id: intent.id };
  return {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price: await prices.idOf(plan), quantity: 1 }],
    payment_method_collection: 'always',
    // Cards, with what wallets make of them: nothing that is paid days later, or not at all.
    allowed_payment_method_types: ['card'],
    // The price that is shown, in pounds, wherever somebody comes from.
    adaptive_pricing: { enabled: false },
    locale: 'en-GB',
    ...taxFields(env, customer),
    metadata,
    subscription_data: {
      metadata: { ...metadata, ...(trial.allowance && { trial_allowance: trial.allowance }) },
      ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
    },
    ...(trial.isRefused && trialDays === 0 && { custom_text: { submit: { message: startsPaid } } }),
    success_url: `${env.APP_URL}/user/subscriptions?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${env.APP_URL}/user/subscriptions/plans?checkout=cancelled&period=${plan.cycle}`,
  };
}

/**
 * With a VAT number of our own Stripe works out VAT, for which it asks where the customer is, and asks
 * who is billed. Without one nothing of tax is sent (product B430, B431).
 */
function taxFields(
  { BRAND_VAT_NUMBER }: Env,
  customer: Stripe.Customer | null,
): Partial<Stripe.Checkout.SessionCreateParams> {
  if (BRAND_VAT_NUMBER === undefined) return {};
  return {
    automatic_tax: { enabled: true },
    billing_address_collection: 'required',
    // Stripe would put the cardholder's name over the one that was given in the account.
    ...(customer && hasOwnName(customer)
      ? { customer_update: { address: 'auto' } }
      : {
          tax_id_collection: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
        }),
  };
}

function hosted({ id, url }: Stripe.Checkout.Session): HostedPage {
  if (!url) throw new Error(`Stripe gave no address for ${id}`);
  return { id, url };
}
