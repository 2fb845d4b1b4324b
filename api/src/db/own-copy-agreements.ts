import { eq } from 'drizzle-orm';
import { copied, derived, internal, key, plan, theirs } from './own-copy-parts.ts';
import { agreements } from './schema.ts';

const legalTexts = internal('the legal texts, the same for everybody');

/** What of agreements is in the copy that somebody is given of their data. */
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
};
