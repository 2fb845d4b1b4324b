import { eq } from 'drizzle-orm';
import { erased, figure, kept, key, nobody, time, work } from './personal-data-fates.ts';
import { productDeliveries } from './schema.ts';

const access = kept('says that there is none, so that a product that was away learns of it');
const ours = kept('of the products, and of nobody');

/** What becomes of what products are told when a user is deleted: it names nobody but by id. */
export const productData = {
  productAccess: {
    fate: {
      userId: nobody,
      product: access,
      hasAccess: access,
      since: time,
      until: time,
      reason: access,
      version: figure,
      changedAt: time,
      position: work,
    },
  },
  productKeys: {
    fate: {
      id: key,
      product: ours,
      name: ours,
      keyHash: ours,
      ending: ours,
      expiresAt: time,
      lastUsedAt: time,
      createdAt: time,
    },
  },
  productEndpoints: {
    fate: {
      id: key,
      product: ours,
      url: ours,
      secret: ours,
      previousSecret: ours,
      previousUntil: time,
      failingSince: time,
      failures: figure,
      disabledAt: time,
      createdAt: time,
    },
  },
  productDeliveries: {
    rowsOf: ({ id }: { id: string }) => eq(productDeliveries.userId, id),
    fate: {
      id: key,
      endpointId: work,
      product: access,
      type: access,
      userId: nobody,
      hasAccess: access,
      since: time,
      until: time,
      reason: access,
      version: figure,
      createdAt: time,
      status: work,
      dueAt: time,
      givenUpAt: time,
      attempts: figure,
      lastAt: time,
      lastMilliseconds: figure,
      answerStatus: figure,
      // What a receiver wrote may name whom it was told of.
      answer: erased(() => null),
    },
  },
};
