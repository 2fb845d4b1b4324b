import { eq } from 'drizzle-orm';
import { erased, kept, key, nobody } from './personal-data-fates.ts';
import { agreements } from './schema.ts';

const text = kept('the legal texts, the same for everybody');
const contract = kept('what was agreed for the payments that are kept');

/** What becomes of agreements when a user is deleted: they stay, without name and address. */
export const agreementData = {
  legalVersions: { fate: { version: text, kind: text, documents: text, firstUsedAt: text } },
  legalChanges: {
    fate: { id: text, kind: text, version: text, says: text, inForceOn: text, announcedAt: text },
  },
  agreements: {
    rowsOf: ({ id }: { id: string }) => eq(agreements.userId, id),
    fate: {
      id: key,
      userId: nobody,
      kind: contract,
      agreedAt: contract,
      address: erased(() => ''),
      termsVersion: contract,
      privacyVersion: contract,
      changeId: contract,
      planId: contract,
      stripeSubscriptionId: contract,
      shown: contract,
      startAtOnce: contract,
      // The mail has the name.
      confirmation: erased(() => null),
    },
  },
};
