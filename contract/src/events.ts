import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageCursors, pageQuery } from './page.ts';
import { text } from './text.ts';

/** An event from Stripe whose work is not done. */
export const openEvent = z.object({
  id: z.string(),
  type: z.string(),
  customer: z.string().nullable(),
  created_at: z.iso.datetime(),
  received_at: z.iso.datetime(),
});
export type OpenEvent = z.infer<typeof openEvent>;

export const listOpenEvents = endpoint({
  method: 'GET',
  path: '/admin/events',
  access: 'admin',
  summary: 'Events from Stripe whose work is waiting or has failed, the oldest first',
  query: z.object({ pageSize: pageQuery.pageSize, after: text(255).optional() }),
  answer: z.object({
    events: z.array(openEvent),
    count: z.number().int(),
    next: pageCursors.next,
  }),
});

export const resendEvent = endpoint({
  method: 'POST',
  path: '/admin/events/{id}/resend',
  access: 'admin',
  summary: 'Queue the work of an event again',
  params: z.object({ id: text(255) }),
  answer: z.object({}),
});
