import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

type Transaction = Doc<'customer_balance_transaction'>;

/** One movement of a customer's balance; a negative amount is credit. */
export function newBalanceTransaction(
  movement: Pick<
    Transaction,
    'customer' | 'created' | 'currency' | 'amount' | 'ending_balance' | 'type'
  > &
    Partial<Transaction>,
): Transaction {
  return {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    checkout_session: null,
    credit_note: null,
    customer_account: null,
    description: null,
    invoice: null,
    livemode: false,
    metadata: {},
    ...movement,
  };
}
