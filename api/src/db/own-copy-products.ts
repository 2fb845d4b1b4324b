import { eq } from 'drizzle-orm';
import { copied, internal, key, type Plan, theirs, workings } from './own-copy-parts.ts';
import * as schema from './schema.ts';

/** What of the access to products, and of what products were told, is in the copy of somebody's data. */
export const productParts: {
  productAccess: Plan<typeof schema.productAccess>;
  productKeys: Plan<typeof schema.productKeys>;
  productEndpoints: Plan<typeof schema.productEndpoints>;
  productDeliveries: Plan<typeof schema.productDeliveries>;
} = {
  productAccess: {
    name: 'accessToProducts',
    rowsOf: ({ id }) => eq(schema.productAccess.userId, id),
    columns: {
      userId: theirs,
      product: copied,
      hasAccess: copied,
      since: copied,
      until: copied,
      reason: copied,
      version: workings,
      changedAt: copied,
      position: workings,
    },
  },
  productKeys: internal('of the products, and of nobody'),
  productEndpoints: internal('of the products, and of nobody'),
  productDeliveries: {
    name: 'noticesToProducts',
    rowsOf: ({ id }) => eq(schema.productDeliveries.userId, id),
    columns: {
      id: key,
      endpointId: workings,
      product: copied,
      type: copied,
      userId: theirs,
      hasAccess: copied,
      since: copied,
      until: copied,
      reason: copied,
      version: workings,
      createdAt: copied,
      status: copied,
      dueAt: workings,
      givenUpAt: workings,
      attempts: workings,
      lastAt: copied,
      lastMilliseconds: workings,
      answerStatus: workings,
      answer: workings,
    },
  },
};
