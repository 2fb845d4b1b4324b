import { findProduct, type Plan, type Product, type ProductKey } from 'contract/catalogue';
import { Conflict } from '../../../http/errors.ts';

/** The part of a subscription that the rules look at. */
export interface Holding {
  productId: string;
  planId: string;
  hasAccess: boolean;
  /** A renewal failed; the time since then is not paid for. */
  paymentProblem: boolean;
  cancelAtPeriodEnd: boolean;
  trialStart: Date | null;
}

export type Decision<H extends Holding> =
  | { kind: 'subscribe'; trialDays: number }
  /** Not a second subscription but a change of the one held. */
  | { kind: 'change'; from: H };

/**
 * What happens when somebody who has `holdings` chooses `plan` (product B22 to B28). Throws Conflict
 * when the choice would make them pay twice for something.
 */
export function decideCheckout<H extends Holding>(plan: Plan, holdings: H[]): Decision<H> {
  const wanted = productOf(plan.productId);
  const held = holdings.filter((holding) => holding.hasAccess);
  const same = held.find((holding) => holding.productId === plan.productId);
  if (same?.planId === plan.id) throw new Conflict('You are already subscribed to this plan.');
  if (same) return change(same);

  for (const holding of held) {
    const { includes, name } = productOf(holding.productId);
    if (wanted.includes.every((key) => includes.includes(key))) {
      throw new Conflict(`Your ${name} already includes ${wanted.name}. There is nothing to buy.`);
    }
  }
  const partsOfWanted = runningPartsOf(wanted, holdings);
  // What is owed comes first; then a part that goes on, whichever of two was bought first.
  const partOfWanted =
    partsOfWanted.find((part) => part.paymentProblem) ??
    partsOfWanted.find((part) => !part.cancelAtPeriodEnd) ??
    partsOfWanted[0];
  if (partOfWanted) return change(partOfWanted);
  return { kind: 'subscribe', trialDays: trialDaysLeft(wanted, holdings) };
}

/** What of `holdings` gives access to something that is in a product. */
export function runningPartsOf<H extends Holding>(product: Product, holdings: H[]): H[] {
  return holdings.filter(
    (holding) =>
      holding.hasAccess &&
      productOf(holding.productId).includes.some((key) => product.includes.includes(key)),
  );
}

/** A change gives credit for unused time, which must have been paid for and must go on. */
function change<H extends Holding>(from: H): Decision<H> {
  const { name } = productOf(from.productId);
  if (from.paymentProblem) {
    throw new Conflict(
      `Your last payment for ${name} did not go through. Please update your card in My Subscriptions first.`,
    );
  }
  if (from.cancelAtPeriodEnd) {
    throw new Conflict(
      `Your ${name} is set to end. Undo the cancellation in My Subscriptions first, or subscribe again after it has ended.`,
    );
  }
  return { kind: 'change', from };
}

/** Days free on this product: none once a trial of anything it includes was used. */
export function trialDaysLeft(product: Product, holdings: Holding[]): number {
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
