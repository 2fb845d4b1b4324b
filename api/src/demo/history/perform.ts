import { findProduct, products } from 'contract/catalogue';
import type Stripe from 'stripe';
import { erasing } from '../../db/erase.ts';
import { hashOfNone } from '../../features/accounts/password.ts';
import type { Action } from '../../features/audit/service.ts';
import { confirmCheckout, openCheckout } from '../../features/billing/stripe/checkout/checkout.ts';
import { isKeySpent } from '../../features/billing/stripe/client.ts';
import { endCustomer, forgetting } from '../../features/billing/stripe/customers/end-customer.ts';
import {
  listMine,
  setCancellation,
  updateCard,
} from '../../features/billing/subscriptions/service.ts';
import { getUser } from '../../features/users/service.ts';
import type { Services } from '../../services.ts';
import type { Person } from './cast.ts';
import { follow } from './follow.ts';
import { submitHostedPage } from './hosted-pages.ts';
import { insertPastEntries, setPast } from './past-repository.ts';
import type { Card, Deed } from './stories.ts';
import type { TimedAct } from './timing.ts';

/** Who lives, as whose customer, and which admin does what admins do. */
export interface Actors {
  person: Person;
  /** Empty for somebody who never bought. */
  customerId: string;
  admin: { id: string; address: string };
}

/**
 * Does one thing of a life the way it is done by people: through the services behind the routes,
 * on Stripe's pages, and, for what the company does in Stripe's dashboard, by Stripe's API. Throws
 * Conflict where it has been done before.
 */
export async function perform(
  services: Services,
  actors: Actors,
  { act, at }: TimedAct,
): Promise<void> {
  switch (act.do) {
    case 'choose':
      return choosePlan(services, actors, { ...act, at: new Date(at * 1000) });
    case 'new-card':
      return enterCard(services, actors, act.card);
    case 'cancel':
    case 'go-on':
      return cancel(services, actors.person, act);
    case 'refund':
      // The receipt comes before the money goes back.
      await follow(services, actors.customerId);
      await refund(services, actors.customerId, { amount: act.amount, at });
      return follow(services, actors.customerId);
    case 'dispute':
      await follow(services, actors.customerId);
      await dispute(services, actors.customerId, act.outcome);
      return follow(services, actors.customerId);
    case 'promote':
    case 'demote':
    case 'shut-out':
    case 'let-in':
    case 'delete':
      return judge(services, actors, { what: act.do, at: new Date(at * 1000) });
    case 'visit':
      return follow(services, actors.customerId);
  }
}

type DeedOf<Name extends Deed['do']> = Extract<Deed, { do: Name }>;

async function choosePlan(
  services: Services,
  { person, customerId }: Actors,
  { key, cycle, card, at }: DeedOf<'choose'> & { at: Date },
): Promise<void> {
  const product = products.find((one) => one.key === key);
  if (!product) throw new Error(`${key} is not on sale`);
  const wish = { productId: product.id, planId: product[cycle].id };
  const { id: sessionId, url } = await openCheckout(services, { ...person, at }, wish);
  if (sessionId.startsWith('cs_')) {
    await submitHostedPage(url, { card, name: nameOf(person) });
    await confirmCheckout(services, person.id, sessionId);
  } else {
    await submitHostedPage(url);
    await follow(services, customerId);
  }
}

async function enterCard(
  services: Services,
  { person, customerId }: Actors,
  card: Card,
): Promise<void> {
  const { id: userId } = person;
  // What made the owner come back is told first.
  await follow(services, customerId);
  const held = (await listMine(services, userId)).find(({ hasAccess }) => hasAccess);
  if (!held) return;
  const page = await updateCard(services, { userId, subscriptionId: held.id });
  await submitHostedPage(page, { card, name: nameOf(person) });
  await follow(services, customerId);
}

const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`;

async function cancel(
  services: Services,
  { id: userId }: Person,
  deed: DeedOf<'cancel' | 'go-on'>,
): Promise<void> {
  const held = (await listMine(services, userId)).find(
    ({ hasAccess, productId }) => hasAccess && findProduct(productId)?.key === deed.key,
  );
  if (!held) return;
  await setCancellation(services, {
    userId,
    subscriptionId: held.id,
    cancel: deed.do === 'cancel',
    why: { reason: null, comment: null, ...(deed.do === 'cancel' && deed.why) },
  });
}

async function refund(
  { stripe }: Services,
  customer: string,
  { amount, at }: { amount: number | undefined; at: number },
): Promise<void> {
  const charge = await newestPaid(stripe, customer);
  if (!charge) return;
  try {
    await stripe.refunds.create(
      { charge: charge.id, reason: 'requested_by_customer', ...(amount && { amount }) },
      { idempotencyKey: `demo-refund-${customer}-${at}` },
    );
  } catch (error) {
    // It was done before a try was cut short: the newest payment is another one now.
    if (!isKeySpent(error)) throw error;
  }
}

async function dispute(
  { stripe, env }: Services,
  customer: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  const charge = await newestPaid(stripe, customer);
  if (!charge) return;
  const answer = await fetch(new URL('/sandbox/disputes', env.STRIPE_API_URL), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      charge: charge.id,
      subscription: outcome === 'lost' ? 'ends' : 'stays',
    }),
  });
  const opened = (await answer.json()) as Stripe.Dispute;
  if (outcome === 'lost') await stripe.disputes.close(opened.id);
  else {
    const evidence = { uncategorized_text: 'winning_evidence' };
    await stripe.disputes.update(opened.id, { evidence, submit: true });
  }
}

/** The newest payment, if any, of somebody who has not disputed one, of which nothing went back. */
async function newestPaid(stripe: Stripe, customer: string): Promise<Stripe.Charge | undefined> {
  const { data } = await stripe.charges.list({ customer, limit: 100 });
  if (data.some(({ disputed }) => disputed)) return undefined;
  return data.find(({ paid, amount_refunded }) => paid && amount_refunded === 0);
}

/** What an admin may do to a user: how it is written down, and what it changes in the row. */
const judgements = {
  promote: ['user.promoted', () => ({ role: 'admin' })],
  demote: ['user.demoted', () => ({ role: 'user' })],
  'shut-out': ['user.deactivated', (at) => ({ isActive: false, deactivatedAt: at })],
  'let-in': ['user.activated', () => ({ isActive: true })],
  delete: ['user.deleted', (at) => ({ deactivatedAt: at, deletedAt: at })],
} as const satisfies Record<string, [Action, (at: Date) => Parameters<typeof setPast>[2]]>;

/**
 * What an admin does to a user, as the admin's screens do it, but dated as it was: their services
 * know no other time than now.
 */
async function judge(
  services: Services,
  { person, admin }: Actors,
  { what, at }: { what: keyof typeof judgements; at: Date },
): Promise<void> {
  const { id } = person;
  const user = await getUser(services, id);
  const [action, changesAt] = judgements[what];
  if (what === 'delete') await endCustomer(services, id);
  const forget = await forgetting(services, id);
  await services.db.transaction(async (transaction) => {
    if (what === 'delete') {
      const person = { id, email: user.email, noPassword: hashOfNone() };
      await erasing(transaction, person).execute();
      for (const statement of forget(transaction)) await statement.execute();
    }
    await setPast(transaction, id, changesAt(at));
    const entry = { at, action, actorId: admin.id, target: id, address: admin.address };
    await insertPastEntries(transaction, [entry]);
  });
  if (what === 'delete') await services.jobs.forgetAddressesOf([user.email]);
}
