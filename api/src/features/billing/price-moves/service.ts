import type { Plan } from 'contract/catalogue';
import { productName } from 'contract/catalogue';
import { londonDay } from 'contract/withdrawal';
import { v7 as uuid } from 'uuid';
import type { Services } from '../../../services.ts';
import { createPace } from '../reconciliation/pace.ts';
import { unlessMissing } from '../stripe/client.ts';
import { endOfNotice } from './notice.ts';
import { firstRenewal, isAtOurPrice } from './pending.ts';
import { causeOf, findHolders, findMove, type Holder, insertMove } from './repository.ts';
import { takeBack } from './take-back.ts';

/** What becomes of one holder: told now or before, and from when on; or why nothing does. */
export interface MoveOfHolder {
  email: string;
  /** Pence. */
  oldAmount: number;
  /**
   * `waits`: the mail was written before and could not be sent yet; `ends`: cancelled; `own price`: sold
   * at Stripe's dashboard; `taken back`: told before that it gets dearer, which it does no more.
   */
  outcome: 'told' | 'told before' | 'waits' | 'ends' | 'own price' | 'taken back';
  /** The renewal from which the new price applies. */
  from: Date | null;
}

/** A price that the catalogue has changed. */
export interface Move {
  plan: Plan;
  /** The first day on which it may be charged, in London, as year-month-day. */
  from: string;
  /** Only says who would be told, and of which day. */
  isDryRun: boolean;
}

const pageSize = 100;

/**
 * Tells everybody who holds a plan at a price of before of the catalogue's, and has it apply at the first
 * renewal that is 30 days or more after their mail went out, and on the day given or later. It may end at
 * any point and be run again: each is told once, and what they were told of holds, unless the plan is
 * cheaper again by now. Throws where Stripe has no price for the plan.
 */
export async function* movePrices(
  services: Services,
  { plan, from, isDryRun }: Move,
  pace = createPace(),
): AsyncGenerator<MoveOfHolder> {
  const { db, prices } = services;
  const priceId = await prices.idOf(plan);
  for (let after = ''; ; ) {
    const page = await findHolders(db, plan, { after: after || lowest, limit: pageSize });
    for (const holder of page) {
      const move = { plan, priceId, from: startOfDay(from), isDryRun };
      yield await pace.run(1, () => moveOne(services, holder, move));
    }
    const last = page.at(-1)?.subscription.id;
    if (!last) break;
    after = last;
  }
  yield* takeBack(services, { plan, isDryRun }, pace);
}

/** Before every id. */
const lowest = '00000000-0000-0000-0000-000000000000';

async function moveOne(
  services: Services,
  holder: Holder,
  { plan, priceId, from, isDryRun }: { plan: Plan; priceId: string; from: Date; isDryRun: boolean },
): Promise<MoveOfHolder> {
  const { db, stripe } = services;
  const { email, subscription: row } = holder;
  const { stripeId, amount: oldAmount } = row;
  const result = (outcome: MoveOfHolder['outcome'], at: Date | null = null): MoveOfHolder => ({
    ...{ email, oldAmount, outcome },
    from: at,
  });
  const subscription = await unlessMissing(stripe.subscriptions.retrieve(stripeId));
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item || subscription.ended_at !== null) return result('ends');
  const told = await findMove(db, { stripeSubscriptionId: stripeId, priceId });
  if (told) {
    const at = firstRenewal(subscription, told.move.notBefore);
    return result(told.isTold ? 'told before' : 'waits', at);
  }
  if (subscription.cancel_at_period_end || subscription.cancel_at !== null) return result('ends');
  if (!isAtOurPrice(subscription, plan.id) || item.price.id === priceId) return result('own price');
  const toldAt = services.stripeClock.now();
  const notBefore = new Date(Math.max(from.getTime(), endOfNotice(toldAt).getTime()));
  const applies = firstRenewal(subscription, notBefore);
  if (!isDryRun) await tell(services, holder, { plan, priceId, toldAt, notBefore, applies });
  return result('told', applies);
}

/** Notes it and writes to the holder, all or nothing; Stripe follows once the mail has gone out. */
async function tell(
  { db, mails }: Services,
  { subscription: row, email, firstName }: Holder,
  {
    plan,
    priceId,
    toldAt,
    notBefore,
    applies,
  }: { plan: Plan; priceId: string; toldAt: Date; notBefore: Date; applies: Date },
): Promise<void> {
  const { userId, stripeId, amount: oldAmount } = row;
  const { id: planId, amount: newAmount, cycle, productId } = plan;
  await db.transaction(async (transaction) => {
    const isNew = await insertMove(transaction, {
      ...{ id: uuid(), userId, stripeSubscriptionId: stripeId, planId, priceId },
      ...{ oldAmount, newAmount, toldAt, notBefore },
    });
    if (!isNew) return;
    await mails.queue(transaction, {
      cause: causeOf({ stripeSubscriptionId: stripeId, priceId }),
      template: 'price-changing',
      to: email,
      content: {
        ...{ firstName, product: productName(productId), cycle, oldAmount, newAmount },
        appliesAt: applies.toISOString(),
      },
    });
  });
}

/** When a day begins in London. */
function startOfDay(day: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`);
  const anHourBefore = new Date(midnight.getTime() - 3_600_000);
  return londonDay(anHourBefore) === day ? anHourBefore : midnight;
}
