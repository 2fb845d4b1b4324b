import { findProduct, type Plan, type Product, type ProductKey } from 'contract/catalogue';
import type { SubscriptionStatus } from 'contract/subscriptions';
import { noTrials, type Trials } from '../trials/service.ts';

/** The part of a subscription that the rules look at. */
export interface Holding {
  productId: string;
  planId: string;
  status: SubscriptionStatus;
  hasAccess: boolean;
  /** A renewal failed; the time since then is not paid for. */
  paymentProblem: boolean;
  cancelAtPeriodEnd: boolean;
  trialStart: Date | null;
  /** Put together at Stripe's dashboard so that its page cannot change it. */
  isFixed?: boolean;
}

export type Decision<H extends Holding = Holding> =
  | { kind: 'subscribe'; trialDays: number }
  /** Not a second subscription but a change of the one held; all that it replaces ends with it. */
  | { kind: 'change'; from: H; replaces: H[] }
  /** For what is held; `message` says so to whoever chose. */
  | {
      kind: 'refuse';
      because: 'held' | 'included' | 'unpaid' | 'ending' | 'trial';
      of: H;
      message: string;
    };

/**
 * What happens when somebody who has `holdings` and `trials` chooses `plan` (product B22 to B28). A choice
 * that would make them pay twice for something is refused.
 */
export function decideCheckout<H extends Holding>(
  plan: Plan,
  holdings: H[],
  trials: Trials = noTrials,
): Decision<H> {
  const wanted = productOf(plan.productId);
  const held = holdings.filter((holding) => holding.hasAccess);
  const same = held.find((holding) => holding.productId === plan.productId);
  if (same?.planId === plan.id) {
    const message = 'You are already subscribed to this plan.';
    return { kind: 'refuse', because: 'held', of: same, message };
  }
  const partsOfWanted = runningPartsOf(wanted, holdings);
  if (same) return change(same, partsOfWanted);

  for (const holding of held) {
    const { includes, name } = productOf(holding.productId);
    if (wanted.includes.every((key) => includes.includes(key))) {
      const message = `Your ${name} already includes ${wanted.name}. There is nothing to buy.`;
      return { kind: 'refuse', because: 'included', of: holding, message };
    }
  }
  // What is owed comes first; then a part that goes on and can be changed, and of these one that is
  // paid: its change is paid for, where the trial of another would go on over what is paid. Of trials
  // it is one that may go on over all of it.
  const again = (part: H) => secondTrial(wanted, part, { holdings, trials });
  const changeable = partsOfWanted.filter((part) => !part.cancelAtPeriodEnd && !part.isFixed);
  const partOfWanted =
    partsOfWanted.find((part) => part.paymentProblem) ??
    changeable.find(({ status }) => status !== 'trial') ??
    changeable.find((part) => !again(part)) ??
    changeable[0] ??
    partsOfWanted.find((part) => !part.cancelAtPeriodEnd) ??
    partsOfWanted[0];
  if (partOfWanted) return again(partOfWanted) ?? change(partOfWanted, partsOfWanted);
  return { kind: 'subscribe', trialDays: trialDaysLeft(wanted, holdings, trials) };
}

/** Refuses to let a trial go on over something whose own trial was used before. */
function secondTrial<H extends Holding>(
  wanted: Product,
  from: H,
  { holdings, trials }: { holdings: H[]; trials: Trials },
): Decision<H> | undefined {
  if (from.status !== 'trial' || from.cancelAtPeriodEnd) return undefined;
  const { name, includes } = productOf(from.productId);
  const isAdded = (key: ProductKey) => wanted.includes.includes(key) && !includes.includes(key);
  const isUsed = holdings.some(
    ({ productId, trialStart, status }) =>
      trialStart !== null && status !== 'trial' && productOf(productId).includes.some(isAdded),
  );
  if (!isUsed && !trials.usedByCards.some(isAdded)) return undefined;
  const who = isUsed ? 'You have' : 'Your card has';
  const message = `${who} had a trial of what ${wanted.name} includes. You can change to it once your trial of ${name} has ended.`;
  return { kind: 'refuse', because: 'trial', of: from, message };
}

/** What of `holdings` gives access to something that is in a product. */
function runningPartsOf<H extends Holding>(product: Product, holdings: H[]): H[] {
  return holdings.filter(
    ({ hasAccess, productId }) => hasAccess && overlap(productOf(productId), product),
  );
}

/** Whether two products give access to the same thing. */
export function overlap(one: Product, other: Product): boolean {
  return one.includes.some((key) => other.includes.includes(key));
}

/** A change gives credit for unused time, which must have been paid for and must go on. */
function change<H extends Holding>(from: H, replaces: H[]): Decision<H> {
  const { name } = productOf(from.productId);
  if (from.paymentProblem) {
    const message = `Your last payment for ${name} did not go through. Please update your card in My Subscriptions first.`;
    return { kind: 'refuse', because: 'unpaid', of: from, message };
  }
  if (from.cancelAtPeriodEnd) {
    const message = `Your ${name} is set to end. Undo the cancellation in My Subscriptions first, or subscribe again after it has ended.`;
    return { kind: 'refuse', because: 'ending', of: from, message };
  }
  return { kind: 'change', from, replaces };
}

/**
 * Days free on this product: none once a trial of anything it includes was used, unless an admin has
 * allowed one more.
 */
export function trialDaysLeft(product: Product, holdings: Holding[], trials = noTrials): number {
  if (trials.allowance !== undefined) return product.trialDays;
  const used = new Set<ProductKey>(
    holdings
      .filter((holding) => holding.trialStart !== null)
      .flatMap((holding) => productOf(holding.productId).includes),
  );
  return product.includes.some((key) => used.has(key)) ? 0 : product.trialDays;
}

/** A product of the catalogue. Throws for an id that is none. */
export function productOf(id: string): Product {
  const product = findProduct(id);
  if (!product) throw new Error(`Product ${id} is not in the catalogue`);
  return product;
}
