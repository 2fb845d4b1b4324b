import fc from 'fast-check';

/** Somebody of ours sells at Stripe's dashboard. */
export type Sale = {
  does: 'sell at the dashboard';
  how:
    | 'at its own price'
    | 'both'
    | 'two of one'
    | 'to a stranger'
    | 'by the quarter'
    | 'in another currency';
  product: number;
};

/** Stripe refuses so many calls for their rate, of what somebody does meanwhile. */
export type Refusals = {
  does: 'come too often';
  calls: number;
  meanwhile: 'sweep' | 'reload' | 'cancel' | 'choose';
  n: number;
};

export const sale: fc.Arbitrary<Sale> = fc.record({
  does: fc.constant('sell at the dashboard' as const),
  how: fc.constantFrom<Sale['how']>(
    ...(['at its own price', 'at its own price', 'both', 'two of one'] as const),
    ...(['to a stranger', 'by the quarter', 'in another currency'] as const),
  ),
  product: fc.nat({ max: 2 }),
});

export const refusals: fc.Arbitrary<Refusals> = fc.record({
  does: fc.constant('come too often' as const),
  calls: fc.integer({ min: 1, max: 8 }),
  meanwhile: fc.constantFrom<Refusals['meanwhile']>('sweep', 'reload', 'cancel', 'choose'),
  n: fc.nat({ max: 5 }),
});
