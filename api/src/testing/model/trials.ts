import { deepStrictEqual as same } from 'node:assert/strict';
import { findProduct, type Plan, type ProductKey } from 'contract/catalogue';
import { trialAllowances, trialCards } from '../../db/schema.ts';
import { cardHash } from '../../features/billing/trials/card-hash.ts';
import { noteCard } from '../../features/billing/trials/repository.ts';
import { isDeleted } from './deletion.ts';
import type { Life } from './life.ts';
import type { Card } from './steps.ts';
import type { Truth } from './truth.ts';
import { call } from './world.ts';

const includes = (plan: Plan) => findProduct(plan.productId)?.includes ?? [];

/** Somebody else has a trial with the family's card. */
export async function beginElsewhere({ world }: Life, product: ProductKey): Promise<void> {
  const { stripe, env, admin, database } = world;
  const method = await stripe.paymentMethods.retrieve('pm_card_gb');
  const stripeId = 'sub_elsewhere';
  const hash = cardHash(env.JWT_SECRET, method, stripeId);
  await noteCard(database.db, { hash, userId: admin.id, stripeId }, [product]);
}

/** An admin allows the customer one more trial. `alone` as in `perform`. */
export async function allowTrial(life: Life, alone: boolean): Promise<void> {
  const { world, customer } = life;
  const gone = await isDeleted(life);
  const { status } = await call(world, world.admin, `/admin/users/${customer.id}/trial`);
  if (alone) same(status, gone ? 404 : 200, 'the allowance');
}

/** What decides about the customer's trials beside what is held, read without our own queries. */
export interface Known {
  isAllowed: boolean;
  /** Had by somebody else with the family's card. */
  elsewhere: ProductKey[];
  /** The family's card is one of the customer's. */
  isShared: boolean;
}

export async function knownOf({ world, customer }: Life): Promise<Known> {
  const { db } = world.database;
  const rows = await db.select().from(trialCards);
  const allowances = await db.select().from(trialAllowances);
  const theirs = rows.filter(({ userId }) => userId !== customer.id);
  return {
    isAllowed: allowances.some((one) => one.userId === customer.id && one.stripeId === null),
    elsewhere: theirs.map(({ product }) => product),
    isShared: rows.some(
      ({ userId, cardHash: hash }) =>
        userId === customer.id && theirs.some((one) => one.cardHash === hash),
    ),
  };
}

/** Whether a trial that begins now is refused for its card. */
export function isRefused({ isAllowed, elsewhere }: Known, plan: Plan, card: Card): boolean {
  return card === 'family' && !isAllowed && includes(plan).some((key) => elsewhere.includes(key));
}

/** Each trial that runs has its card noted, and one that was refused has cost nothing. */
export async function checkTrials({ world, customer }: Life, { held, paid }: Truth): Promise<void> {
  const rows = await world.database.db.select().from(trialCards);
  const isAllowed = (await world.database.db.select().from(trialAllowances)).length > 0;
  for (const { id, plan, stripeStatus } of held) {
    if (stripeStatus !== 'trialing' || isAllowed) continue;
    const noted = rows.filter((row) => row.stripeId === id && row.userId === customer.id);
    const products = noted.map(({ product }) => product).toSorted();
    same(products, [...includes(plan)].toSorted(), 'the card of a trial is noted');
  }
  const refused = held.filter((one) => one.refused);
  const elsewhere = rows.filter(({ userId }) => userId !== customer.id);
  for (const { id, plan } of refused) {
    same(
      paid.filter(({ subscription }) => subscription === id),
      [],
      'a trial that was refused costs nothing',
    );
    const isUsed = elsewhere.some(({ product }) => includes(plan).includes(product));
    same(isUsed, true, 'a trial is refused only where somebody else has had one');
  }
}
