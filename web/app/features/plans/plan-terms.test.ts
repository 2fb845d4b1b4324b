import { products } from 'contract/catalogue';
import { changesPlan, termsOfSale } from 'contract/sale-terms';
import type { PlanOffer } from 'contract/subscriptions';
import { expect, test } from 'vitest';
import { decisionOf } from './plan-terms.ts';

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
    monthlyDecision: { kind: 'subscribe' },
    yearlyDecision: { kind: 'subscribe' },
    popular: product.popular,
    trialDays: product.trialDays,
    trialRefused: false,
    ...held,
  };
}

const today = new Date('2026-01-31T12:00:00Z');

function textOf(offer: PlanOffer, name: string): string | undefined {
  const terms = termsOfSale(
    { ...offer, cycle: 'monthly', decision: decisionOf(offer, 'monthly') },
    today,
  );
  return terms.find((term) => term.name === name)?.text;
}

test('a new customer is told when the trial ends and the first charge falls', () => {
  const offer = offerOf('cataract');
  expect(textOf(offer, 'Free trial')).toBe('7 days, until 7 February 2026');
  expect(textOf(offer, 'First charge')).toBe('7 February 2026');
});

test('the first charge falls so many times 24 hours later, whatever the clocks do meanwhile', () => {
  const lateBeforeSummer = new Date('2026-03-28T23:30:00Z');
  const terms = termsOfSale(
    { ...offerOf('cataract'), cycle: 'monthly', decision: { kind: 'subscribe' } },
    lateBeforeSummer,
  );
  expect(terms).toContainEqual({ name: 'First charge', text: '5 April 2026' });
});

test('a customer whose trial is used is told that the charge is today', () => {
  const offer = offerOf('portfolio', { trialDays: 0 });
  expect(textOf(offer, 'First charge')).toBe('Today');
  expect(textOf(offer, 'Free trial')).toBe('Already used, so this plan starts paid');
});

test('product B21: a customer whose card has had the trial is told so before the checkout', () => {
  const offer = offerOf('portfolio', { trialDays: 0, trialRefused: true });
  expect(textOf(offer, 'Free trial')).toBe('Already used with your card, so this plan starts paid');
  expect(textOf(offer, 'First charge')).toBe('Today');
});

test('the decision of the chosen cycle is the one that counts', () => {
  const offer = offerOf('portfolio', {
    yearlySubscribed: true,
    yearlyDecision: { kind: 'held' },
    monthlyDecision: { kind: 'change-cycle' },
  });
  expect(decisionOf(offer, 'yearly')).toEqual({ kind: 'held' });
  expect(decisionOf(offer, 'monthly')).toEqual({ kind: 'change-cycle' });
});

test('what is held is not offered, and anything else is, by an answer without decisions', () => {
  const undecided = { monthlyDecision: undefined, yearlyDecision: undefined };
  const offer = { ...offerOf('portfolio', { yearlySubscribed: true }), ...undecided };
  expect(decisionOf(offer as unknown as PlanOffer, 'yearly')).toEqual({ kind: 'held' });
  expect(decisionOf(offer as unknown as PlanOffer, 'monthly')).toEqual({ kind: 'subscribe' });
});

test('a change to the other cycle says which one it replaces, and charges the difference', () => {
  const offer = offerOf('portfolio', { monthlyDecision: { kind: 'change-cycle' } });
  expect(textOf(offer, 'Change')).toBe('Replaces your yearly plan');
  expect(textOf(offer, 'Charge')).toBe('The difference is shown before you confirm');
  expect(textOf(offer, 'Withdrawal')).toBe('A change begins no new right');
  expect(textOf(offer, 'Free trial')).toBeUndefined();
});

test('the combined offer names all that it replaces', () => {
  const replaces = ['Portfolio Builder', 'Cataract Connect'];
  const offer = offerOf('combined', { monthlyDecision: { kind: 'upgrade', replaces } });
  expect(textOf(offer, 'Change')).toBe(
    'Replaces Portfolio Builder and Cataract Connect, with credit for unused time',
  );
});

test.each([
  ['subscribe', false],
  ['held', false],
  ['change-cycle', true],
  ['upgrade', true],
  ['included', false],
  ['blocked', false],
] as const)('a decision to %s asks before it changes what is held: %j', (kind, asks) => {
  const decision = { kind, replaces: [], in: '', message: '' };
  expect(changesPlan(decision)).toBe(asks);
});
