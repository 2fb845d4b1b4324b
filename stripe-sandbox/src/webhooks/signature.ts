import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header for a body.
 * @param at real unix seconds, whatever the sandbox's clock says: receivers check its age
 */
export function signature(body: string, secret: string, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${digest}`;
}
