import type { Doc, InProcessSandbox } from 'stripe-sandbox/in-process';

/** The card that a renewal is charged to. */
export function cardOf(sandbox: InProcessSandbox, one: Doc<'subscription'>): string {
  const owner = sandbox.all('customer').find(({ id }) => id === one.customer);
  return one.default_payment_method ?? owner?.invoice_settings.default_payment_method ?? '';
}

/** The first moment after the month that a card names, in UTC. */
export function endOfCard(sandbox: InProcessSandbox, id: string): number {
  const card = sandbox.all('payment_method').find((one) => one.id === id)?.card;
  return card ? Date.UTC(card.exp_year, card.exp_month, 1) / 1000 : Number.POSITIVE_INFINITY;
}
