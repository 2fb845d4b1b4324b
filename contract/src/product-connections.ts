import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageCursors, pageQuery } from './page.ts';
import { deliveryStatus, eventType } from './product-access.ts';
import { loginProduct } from './product-logins.ts';
import { idOf, text } from './text.ts';

const ofProduct = z.object({ product: loginProduct });
const oneEndpoint = ofProduct.extend({ id: idOf('This endpoint does not exist') });

/** An address at which a product is told, as admins see it. */
export const productEndpointView = z.object({
  id: z.uuid(),
  url: z.string(),
  created_at: z.iso.datetime(),
  /** Deliveries that wait. */
  waiting: z.number().int(),
  /** Since when nothing has arrived. */
  failing_since: z.iso.datetime().nullable(),
  /** Since when nothing is sent any more. */
  disabled_at: z.iso.datetime().nullable(),
  /** Until when the secret before signs as well. */
  previous_secret_until: z.iso.datetime().nullable(),
});
export type ProductEndpointView = z.infer<typeof productEndpointView>;

export const listProductEndpoints = endpoint({
  method: 'GET',
  path: '/admin/products/{product}/endpoints',
  access: 'admin',
  summary: 'The addresses at which a product is told',
  params: ofProduct,
  answer: z.object({ data: z.array(productEndpointView) }),
});

const secret = z.object({ id: z.uuid(), secret: z.string() });

/** The secret is in the answer, and never again in any. */
export const createProductEndpoint = endpoint({
  method: 'POST',
  path: '/admin/products/{product}/endpoints',
  access: 'admin',
  proof: 'recent',
  summary: 'Have a product told at an address from now on',
  params: ofProduct,
  body: z.strictObject({ url: text(500, 'Enter an address').trim().min(1, 'Enter an address') }),
  answer: z.object({ data: secret }),
});

export const deleteProductEndpoint = endpoint({
  method: 'DELETE',
  path: '/admin/products/{product}/endpoints/{id}',
  access: 'admin',
  proof: 'recent',
  summary: 'Tell nothing more at an address',
  params: oneEndpoint,
  answer: z.object({}),
});

/** The secret before signs beside the new one for a day. */
export const rotateProductEndpoint = endpoint({
  method: 'POST',
  path: '/admin/products/{product}/endpoints/{id}/rotate',
  access: 'admin',
  proof: 'recent',
  summary: 'Give an endpoint a new secret',
  params: oneEndpoint,
  answer: z.object({ data: secret }),
});

export const testProductEndpoint = endpoint({
  method: 'POST',
  path: '/admin/products/{product}/endpoints/{id}/test',
  access: 'admin',
  summary: 'Send a test event',
  params: oneEndpoint,
  answer: z.object({ data: z.object({ id: z.uuid() }) }),
});

export const enableProductEndpoint = endpoint({
  method: 'POST',
  path: '/admin/products/{product}/endpoints/{id}/enable',
  access: 'admin',
  summary: 'Send again at an address that was switched off, with all that waits',
  params: oneEndpoint,
  answer: z.object({}),
});

export const resendSince = endpoint({
  method: 'POST',
  path: '/admin/products/{product}/endpoints/{id}/resend',
  access: 'admin',
  summary: 'Send everything from a moment on once more',
  params: oneEndpoint,
  body: z.strictObject({
    since: z.iso.datetime({
      offset: true,
      error: 'Enter a date and time, such as 2027-01-31T00:00:00Z',
    }),
  }),
  answer: z.object({ data: z.object({ count: z.number().int() }) }),
});

/** What was told, or is to be. */
export const deliveryView = z.object({
  id: z.uuid(),
  endpoint_id: z.uuid(),
  url: z.string(),
  type: eventType,
  user_id: z.uuid().nullable(),
  version: z.number().int(),
  created_at: z.iso.datetime(),
  status: deliveryStatus,
  attempts: z.number().int(),
  last_at: z.iso.datetime().nullable(),
  /** How long the receiver took to answer. */
  milliseconds: z.number().int().nullable(),
  answer_status: z.number().int().nullable(),
  answer: z.string().nullable(),
  /** When it is tried next; null unless it waits. */
  next_at: z.iso.datetime().nullable(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/admin/products/{product}/deliveries',
  access: 'admin',
  summary: 'What a product was told, the newest first',
  params: ofProduct,
  query: z.object({
    endpoint: idOf('This endpoint does not exist').optional(),
    status: deliveryStatus.optional(),
    ...pageQuery,
  }),
  answer: z.object({ data: z.array(deliveryView), ...pageCursors }),
});

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/admin/deliveries/{id}/resend',
  access: 'admin',
  summary: 'Send one delivery once more',
  params: z.object({ id: idOf('This delivery does not exist') }),
  answer: z.object({}),
});
