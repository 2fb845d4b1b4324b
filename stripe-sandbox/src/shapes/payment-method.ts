import { createHash } from 'node:crypto';
import type { CardDetails } from '../cards/card-details.ts';
import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';
import { emptyAddress } from './address.ts';

/** A saved card. Holds what a receipt may show and nothing more. */
export function newPaymentMethod(
  created: number,
  card: CardDetails,
  owner: { customer: string | null; email: string | null },
): Doc<'payment_method'> {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: emptyAddress(),
      email: owner.email,
      name: card.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'GB',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprint(card),
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: owner.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** The same for every save of one test card, made from nothing that could give its number away. */
function fingerprint({ behaviour, brand, last4 }: CardDetails): string {
  return createHash('sha256').update(`${brand} ${last4} ${behaviour}`).digest('hex').slice(0, 16);
}
