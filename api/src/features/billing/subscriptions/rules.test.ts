import { plans, products } from 'contract/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideCheckout, type Holding, trialDaysLeft } from './rules.ts';

const [portfolio, cataract, combined] = products;
if (!portfolio || !cataract || !combined) throw new Error('the catalogue has three products');

const holding = (planId: string, parts: Partial<Holding> = {}): Holding => {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new Error(`no plan ${planId}`);
  return {
    productId: plan.productId,
    planId,
    status: 'active',
    hasAccess: true,
    paymentProblem: false,
    cancelAtPeriodEnd: false,
    trialStart: null,
    ...parts,
  };
};

const anyPlan = fc.constantFrom(...plans);
const anyHolding = fc
  .tuple(anyPlan, fc.boolean(), fc.option(fc.constant(new Date(0))))
  .map(([plan, hasAccess, trialStart]) => holding(plan.id, { hasAccess, trialStart }));
const anyHoldings = fc.array(anyHolding, { maxLength: 6 });

describe('a trial in a change of plan', () => {
  const used = { trialStart: new Date(0) };
  it('does not go on over a product whose trial was used', () => {
    const had = holding(portfolio.monthly.id, { ...used, hasAccess: false, status: 'expired' });
    const of = holding(cataract.monthly.id, { ...used, status: 'trial' });
    expect(decideCheckout(combined.monthly, [of, had])).toMatchObject({
      kind: 'refuse',
      because: 'trial',
      message:
        'You have had a trial of what Complete Bundle includes. You can change to it once your trial of Cataract Connect has ended.',
    });
    expect(decideCheckout(combined.monthly, [of])).toMatchObject({ kind: 'change', from: of });
  });

  it('goes on by the one of two that adds nothing whose trial a card has had', () => {
    const first = holding(portfolio.monthly.id, { ...used, status: 'trial' });
    const second = holding(cataract.monthly.id, { ...used, status: 'trial' });
    const trials = { allowance: undefined, usedByCards: ['portfolio' as const] };
    const decide = (...held: Holding[]) => decideCheckout(combined.monthly, held, trials);
    expect(decide(second, first)).toMatchObject({ kind: 'change', from: first });
    expect(decide(second)).toMatchObject({ kind: 'refuse', because: 'trial' });
    const ending = { ...first, cancelAtPeriodEnd: true };
    expect(decide(second, ending)).toMatchObject({ kind: 'refuse', because: 'trial' });
  });

  it('leaves the change to what is paid, whichever was bought first', () => {
    const paid = holding(portfolio.monthly.id, used);
    const trial = holding(cataract.monthly.id, { ...used, status: 'trial' });
    const change = { kind: 'change', from: paid, replaces: [trial, paid] };
    expect(decideCheckout(combined.monthly, [trial, paid])).toEqual(change);
  });
});

describe('choosing a plan', () => {
  it('starts a subscription with the trial of its product', () => {
    expect(decideCheckout(portfolio.yearly, [])).toEqual({ kind: 'subscribe', trialDays: 30 });
    expect(decideCheckout(cataract.monthly, [])).toEqual({ kind: 'subscribe', trialDays: 7 });
  });

  it('refuses the plan that is held', () => {
    const of = holding(portfolio.monthly.id);
    expect(decideCheckout(portfolio.monthly, [of])).toEqual({
      kind: 'refuse',
      because: 'held',
      of,
      message: 'You are already subscribed to this plan.',
    });
  });

  it('changes the subscription held to its other cycle', () => {
    const from = holding(portfolio.monthly.id);
    const change = { kind: 'change', from, replaces: [from] };
    expect(decideCheckout(portfolio.yearly, [from])).toEqual(change);
  });

  it('changes a single product to the combined offer, and never back while it runs', () => {
    const from = holding(cataract.yearly.id);
    const change = { kind: 'change', from, replaces: [from] };
    expect(decideCheckout(combined.yearly, [from])).toEqual(change);
    const of = holding(combined.yearly.id);
    expect(decideCheckout(cataract.yearly, [of])).toEqual({
      kind: 'refuse',
      because: 'included',
      of,
      message: 'Your Complete Bundle already includes Cataract Connect. There is nothing to buy.',
    });
  });

  it('replaces both single products by the combined offer', () => {
    const parts = [holding(portfolio.monthly.id), holding(cataract.yearly.id)];
    const ended = holding(combined.monthly.id, { hasAccess: false });
    const change = { kind: 'change', from: parts[0], replaces: parts };
    expect(decideCheckout(combined.monthly, [...parts, ended])).toEqual(change);
  });

  it('refuses to turn unpaid time into credit', () => {
    const of = holding(cataract.yearly.id, { paymentProblem: true });
    const message = expect.stringContaining('update your card');
    const refusal = { kind: 'refuse', because: 'unpaid', of, message };
    expect(decideCheckout(cataract.monthly, [of])).toEqual(refusal);
    expect(decideCheckout(combined.monthly, [holding(portfolio.monthly.id), of])).toEqual(refusal);
  });

  it('refuses to change what is set to end', () => {
    const of = holding(portfolio.yearly.id, { cancelAtPeriodEnd: true });
    const message = expect.stringContaining('Undo the cancellation');
    const refusal = { kind: 'refuse', because: 'ending', of, message };
    expect(decideCheckout(portfolio.monthly, [of])).toEqual(refusal);
  });

  it('of two parts of the combined offer changes the one that goes on, whichever comes first', () => {
    const ending = holding(portfolio.yearly.id, { cancelAtPeriodEnd: true });
    const from = holding(cataract.yearly.id);
    const change = { kind: 'change', from };
    expect(decideCheckout(combined.yearly, [ending, from])).toMatchObject(change);
    expect(decideCheckout(combined.yearly, [from, ending])).toMatchObject(change);
  });

  it('never opens a second subscription to anything that is held', () => {
    fc.assert(
      fc.property(anyPlan, anyHoldings, (plan, holdings) => {
        const held = holdings.filter(({ hasAccess }) => hasAccess).map(included);
        const overlaps = held.flat().some((key) => included(holding(plan.id)).includes(key));
        expect(decideCheckout(plan, holdings).kind === 'subscribe').toBe(!overlaps);
      }),
    );
  });
});

describe('a trial', () => {
  it('is given once for each product, and the combined offer uses up both', () => {
    fc.assert(
      fc.property(fc.constantFrom(...products), anyHoldings, (product, holdings) => {
        const used = holdings.filter(({ trialStart }) => trialStart).flatMap(included);
        const expected = product.includes.some((key) => used.includes(key)) ? 0 : product.trialDays;
        expect(trialDaysLeft(product, holdings)).toBe(expected);
      }),
    );
  });
});

function included({ productId }: Holding) {
  return products.find(({ id }) => id === productId)?.includes ?? [];
}
