import { eq } from 'drizzle-orm';
import { copied, derived, inPounds, internal, key, plan, theirs } from './own-copy-parts.ts';
import { agreements, priceMoves } from './schema.ts';

const legalTexts = internal('the legal texts, the same for everybody');

/** What of agreements, and of what somebody was told of prices, is in the copy that somebody is given of their data. */
export const agreementsCopy = {
  legalVersions: legalTexts,
  legalChanges: legalTexts,
  agreements: {
    name: 'agreements',
    rowsOf: ({ id }: { id: string }) => eq(agreements.userId, id),
    columns: {
      id: key,
      userId: theirs,
      kind: copied,
      agreedAt: copied,
      address: copied,
      termsVersion: copied,
      privacyVersion: copied,
      changeId: derived,
      planId: { copied: (id: string | null) => (id === null ? null : plan.copied(id)) },
      stripeSubscriptionId: copied,
      shown: copied,
      startAtOnce: copied,
      confirmation: copied,
    },
  },
  priceMoves: {
    name: 'newPricesTold',
    rowsOf: ({ id }: { id: string }) => eq(priceMoves.userId, id),
    columns: {
      id: key,
      userId: theirs,
      stripeSubscriptionId: copied,
      planId: plan,
      priceId: copied,
      oldAmount: { copied: inPounds },
      newAmount: { copied: inPounds },
      toldAt: copied,
      notBefore: copied,
    },
  },
};
