import type { Doc, InProcessSandbox } from 'stripe-sandbox/in-process';

/** How the card of a subscription pays. */
export interface Paying {
  /** Whether its bank wants a charge confirmed. */
  asks: boolean;
  /** Whether it pays when it is charged before it expires. */
  cardPays: boolean;
  /** The first moment (unix seconds) after the month that it names, in UTC. */
  cardExpires: number;
}

/** The card that a renewal is charged to. */
export function cardOf(sandbox: InProcessSandbox, one: Doc<'subscription'>): string {
  const owner = sandbox.all('customer').find(({ id }) => id === one.customer);
  return one.default_payment_method ?? owner?.invoice_settings.default_payment_method ?? '';
}

/** How a payment method pays; one that is not known, whenever it is charged. */
export function payingBy(method: Doc<'payment_method'> | undefined): Paying {
  const { last4 = '', exp_month: month = 0, exp_year: year } = method?.card ?? {};
  return {
    asks: last4 === '3184',
    cardPays: last4 !== '0341' && last4 !== '3184',
    cardExpires: year ? Date.UTC(year, month, 1) / 1000 : Number.POSITIVE_INFINITY,
  };
}
