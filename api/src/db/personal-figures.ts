import { figure, kept, key, nobody, time } from './personal-data-fates.ts';

const piece = kept('a piece of the names of a thousand users or more');
const sums = { count: figure, amount: figure, refunded: figure };
const tally = { subject: figure, status: figure, kind: figure, ...sums };

/** What becomes of the figures beside the rows when a user is deleted: they stay, of nobody by name. */
export const figureData = {
  pastRevenue: {
    fate: { month: figure, planId: figure, ...sums },
  },
  tallies: {
    fate: {
      term: piece,
      ...tally,
    },
  },
  tallyChanges: {
    fate: {
      id: key,
      words: kept('takes the person out of the figures, and goes with that, in seconds'),
      ...tally,
    },
  },
  tallyTerms: { fate: { term: piece } },
  tallyRecounts: { fate: { at: time, users: figure } },
  trialHolders: { fate: { userId: nobody, at: figure } },
  paymentTallies: {
    fate: {
      userId: nobody,
      status: figure,
      planId: figure,
      ...sums,
    },
  },
};
