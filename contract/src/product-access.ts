import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { loginProduct } from './product-logins.ts';
import { idOf, text } from './text.ts';

/** Why somebody has access to a product, or has none any more. */
export const accessReason = z.enum([
  'trial',
  'paid',
  'payment_retrying',
  'given',
  'ended',
  'withdrawn',
  'unpaid',
  'deactivated',
  'deleted',
]);
export type AccessReason = z.infer<typeof accessReason>;

/** What a product is told of. */
export const eventType = z.enum([
  'access.granted',
  'access.changed',
  'access.revoked',
  'user.updated',
  'user.deleted',
  'test',
]);
export type EventType = z.infer<typeof eventType>;

/** What became of a delivery: it is tried, has arrived, or was given up. */
export const deliveryStatus = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/**
 * Whether somebody may use a product, as it is asked for and told. Of somebody who was deleted, or never
 * held the product, there is nothing but the id.
 */
export const accessView = z.object({
  user: z.object({
    id: z.string(),
    email: z.string().nullable(),
    email_verified: z.boolean(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
  }),
  has_access: z.boolean(),
  /** Since when that is so; null for somebody who never held the product. */
  since: z.iso.datetime().nullable(),
  /** How long it lasts at most if nothing more is heard. */
  until: z.iso.datetime().nullable(),
  /** Null for somebody who never held the product. */
  reason: accessReason.nullable(),
  /** The highest is the newest; 0 for somebody who never held the product. */
  version: z.number().int(),
});
export type AccessView = z.infer<typeof accessView>;

// Whatever stands there, a key is looked at first: both are read in the service.
const product = text(100);

export const readAccess = endpoint({
  method: 'GET',
  path: '/products/{product}/access/{user_id}',
  access: 'product',
  summary: 'Whether a user may use a product; with an ETag',
  params: z.object({ product, user_id: text(100) }),
  answer: z.object({ data: accessView }),
});

export const listAccess = endpoint({
  method: 'GET',
  path: '/products/{product}/access',
  access: 'product',
  summary: 'The access of all users of a product, in the order of change',
  params: z.object({ product }),
  query: z.object({
    /** The `next` of an answer: everything that changed since. */
    after: text(200).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(100),
  }),
  answer: z.object({
    data: z.array(accessView),
    /** Where to go on, now or whenever one asks again; null while there is nothing. */
    next: z.string().nullable(),
    has_more: z.boolean(),
  }),
});

const ofProduct = z.object({ product: loginProduct });
const keyOfProduct = ofProduct.extend({ id: idOf('This key does not exist') });

export const productKeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its last four characters. */
  ending: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
});
export type ProductKeyView = z.infer<typeof productKeyView>;

export const listProductKeys = endpoint({
  method: 'GET',
  path: '/admin/products/{product}/keys',
  access: 'admin',
  summary: 'The keys with which a product asks',
  params: ofProduct,
  answer: z.object({ data: z.array(productKeyView) }),
});

/** The key is in the answer, and never again in any. */
export const createProductKey = endpoint({
  method: 'POST',
  path: '/admin/products/{product}/keys',
  access: 'admin',
  proof: 'recent',
  summary: 'Make a key for a product; two may be live at once',
  params: ofProduct,
  body: z.strictObject({
    name: text(100, 'Enter a name').trim().min(1, 'Enter a name'),
    expires_at: z.iso
      .datetime({ offset: true, error: 'Enter a date and time, such as 2027-01-31T00:00:00Z' })
      .nullish(),
  }),
  answer: z.object({ data: z.object({ id: z.uuid(), key: z.string() }) }),
});

export const deleteProductKey = endpoint({
  method: 'DELETE',
  path: '/admin/products/{product}/keys/{id}',
  access: 'admin',
  proof: 'recent',
  summary: 'End a key of a product at once',
  params: keyOfProduct,
  answer: z.object({}),
});
