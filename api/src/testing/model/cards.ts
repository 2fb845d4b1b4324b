import { deepStrictEqual as same } from 'node:assert/strict';
import type { InProcessSandbox } from 'stripe-sandbox/in-process';
import { strangersOf } from './truth.ts';

/** The next renewals go to the customer's default card, and that is the one entered last. */
export function checkCards(sandbox: InProcessSandbox): void {
  const strangers = strangersOf(sandbox);
  const running = sandbox
    .all('subscription')
    .filter(({ customer }) => !strangers.has(customer))
    .filter(({ ended_at, status }) => ended_at === null && status !== 'incomplete');
  for (const { customer, default_payment_method } of running) {
    const owner = sandbox.all('customer').find(({ id }) => id === customer);
    const card = owner?.invoice_settings.default_payment_method ?? null;
    same([default_payment_method, card === null], [null, false], 'the card of a renewal');
  }
}
