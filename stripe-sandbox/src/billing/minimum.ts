/** The least that a card is charged, in the smallest unit. https://docs.stripe.com/currencies */
const MINIMUM: Record<string, number> = { gbp: 30, jpy: 50, sek: 300, nok: 300, dkk: 250 };

/** Whether an amount is too small for a charge in its currency; nothing at all is not. */
export function isTooSmall(amount: number, currency: string): boolean {
  return amount > 0 && amount < minimumOf(currency);
}

/** The least that can be charged in a currency; Stripe's 50 of most where it is not known. */
export function minimumOf(currency: string): number {
  return MINIMUM[currency] ?? 50;
}

/**
 * What is to be charged for an invoice: its total with what the customer owes or has to their credit.
 * What is too small for a charge is nothing now, and stays with the balance.
 */
export function amountDue(total: number, balance: number, currency: string): number {
  const due = total > 0 ? Math.max(0, total + balance) : 0;
  return isTooSmall(due, currency) ? 0 : due;
}
