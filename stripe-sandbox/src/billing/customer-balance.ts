import { newBalanceTransaction } from '../shapes/customer-balance-transaction.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { refuseOtherCurrency } from './one-currency.ts';

type Transaction = Doc<'customer_balance_transaction'>;

/**
 * Moves a customer's balance and notes why. One event tells of it and of what else changes with it. Throws
 * where something of theirs runs or is owed in another currency: there is one balance, in one currency.
 * @param amount in the smallest unit; negative is credit
 */
export function moveBalance(
  work: Work,
  customerId: string,
  movement: Pick<Transaction, 'amount' | 'currency' | 'type'> & Partial<Transaction>,
  alongside: Partial<Doc<'customer'>> = {},
): Transaction {
  refuseOtherCurrency(work, customerId, movement.currency);
  const balance = work.get('customer', customerId).balance + movement.amount;
  work.change('customer', customerId, { ...alongside, balance }, 'customer.updated');
  const transaction = newBalanceTransaction({
    ...movement,
    customer: customerId,
    created: work.now(customerId),
    ending_balance: balance,
  });
  work.save('customer_balance_transaction', transaction);
  return transaction;
}

/** Gives back to the balance what an invoice that is void had taken of it. */
export function unapplyBalance(work: Work, invoice: Doc<'invoice'>): void {
  const applied = work.store
    .all('customer_balance_transaction', [{ path: 'invoice', op: '=', value: invoice.id }])
    .reduce((sum, { amount }) => sum + amount, 0);
  if (applied === 0 || !invoice.customer) return;
  moveBalance(work, invoice.customer, {
    amount: -applied,
    currency: invoice.currency,
    type: 'unapplied_from_invoice',
    invoice: invoice.id,
  });
}
