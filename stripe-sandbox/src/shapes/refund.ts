import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

/** A refund that has gone through, as far as is known. `amount` is in the smallest unit. */
export function newRefund(
  created: number,
  charge: Doc<'charge'>,
  given: Pick<Doc<'refund'>, 'amount' | 'reason' | 'metadata'>,
): Doc<'refund'> {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: newId('txn'),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference: null, reference_status: 'pending', type: 'refund' },
      type: 'card',
    } as unknown as Doc<'refund'>['destination_details'],
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...given,
  };
}
