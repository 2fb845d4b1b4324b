import { products } from 'contract/catalogue';
import type { PlanOffer } from 'contract/subscriptions';
import { expect, test } from 'vitest';
import { essentialTerms, purchaseOf } from './plan-terms.ts';

function offerOf(key: string, held: Partial<PlanOffer> = {}): PlanOffer {
  const product = products.find((candidate) => candidate.key === key);
  if (!product) throw new Error(`no product ${key}`);
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    features: [...product.features],
    monthlyPrice: product.monthly.amount / 100,
    yearlyPrice: product.yearly.amount / 100,
    monthlyPlanId: product.monthly.id,
    yearlyPlanId: product.yearly.id,
    monthlySubscribed: false,
    yearlySubscribed: false,
    popular: product.popular,
    trialDays: product.trialDays,
    ...held,
  };
}

const today = new Date('2026-01-31T12:00:00Z');

function textOf(offer: PlanOffer, all: PlanOffer[], name: string): string | undefined {
  const purchase = purchaseOf(offer, 'monthly', all);
  return essentialTerms(offer, 'monthly', purchase, today).find((term) => term.name === name)?.text;
}

test('a new customer is told when the first charge falls and how much it is', () => {
  const offer = offerOf('cataract');
  expect(textOf(offer, [offer], 'Free trial')).toBe('7 days');
  expect(textOf(offer, [offer], 'First charge')).toBe('£14.99 on 7 February 2026');
});

test('the first charge falls so many times 24 hours later, whatever the clocks do meanwhile', () => {
  const lateBeforeSummer = new Date('2026-03-28T23:30:00Z');
  const terms = essentialTerms(offerOf('cataract'), 'monthly', { kind: 'new' }, lateBeforeSummer);
  expect(terms).toContainEqual({ name: 'First charge', text: '£14.99 on 5 April 2026' });
});

test('a customer whose trial is used is told that the charge is today', () => {
  const offer = offerOf('portfolio', { trialDays: 0 });
  expect(textOf(offer, [offer], 'First charge')).toBe('£24.99 today');
});

test('the other cycle of a held product is a change, not a second subscription', () => {
  const offer = offerOf('portfolio', { yearlySubscribed: true });
  expect(purchaseOf(offer, 'yearly', [offer])).toEqual({ kind: 'held' });
  expect(purchaseOf(offer, 'monthly', [offer])).toEqual({ kind: 'other-cycle' });
});

test('the combined offer replaces the single product held', () => {
  const single = offerOf('portfolio', { monthlySubscribed: true });
  const combined = offerOf('combined');
  expect(purchaseOf(combined, 'monthly', [single, combined])).toEqual({
    kind: 'upgrade',
    from: 'Portfolio Builder',
  });
});

test('a single product is included while the combined offer is held', () => {
  const single = offerOf('cataract');
  const combined = offerOf('combined', { yearlySubscribed: true });
  expect(purchaseOf(single, 'monthly', [single, combined])).toEqual({
    kind: 'included',
    in: 'Complete Bundle',
  });
});
