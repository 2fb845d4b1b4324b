import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A product that customers sign in to; the combined offer leads to two. */
export const loginProducts = ['portfolio', 'cataract'] as const;
export const loginProduct = z.enum(loginProducts);
export type LoginProduct = z.infer<typeof loginProduct>;

/** Answers the address of a product's sign-in page, with a token that says who comes. */
export const productLogin = endpoint({
  method: 'POST',
  path: '/user/products/{product}/open',
  access: 'signed-in',
  summary: 'Open a product I hold',
  params: z.object({ product: loginProduct }),
  answer: z.object({ url: z.url() }),
});
