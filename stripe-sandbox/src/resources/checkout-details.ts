import { requireTaxBehaviour } from '../billing/tax.ts';
import { invalid } from '../http/errors.ts';
import { flag, hash, oneOf, required, type Values } from '../http/params.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { automaticTax } from './subscription-params.ts';

const update = oneOf('auto', 'never');

/** What a session asks of its customer, and what it may write over. */
export const detailParams = {
  automatic_tax: automaticTax,
  billing_address_collection: oneOf('auto', 'required'),
  customer_update: hash({ address: update, name: update, shipping: update }),
  tax_id_collection: hash({ enabled: required(flag), required: oneOf('if_supported', 'never') }),
};
type Params = Values<typeof detailParams>;

/** Refuses, as Stripe does, to ask a customer for what could not be kept or worked out. */
export function checkDetails(
  work: Work,
  params: Params & { customer?: string | null | undefined; line_items: { price: string }[] },
): void {
  const { automatic_tax: tax, customer: id, customer_update: updates } = params;
  const customer = work.store.find('customer', id ?? '');
  if (tax?.enabled) {
    const prices = params.line_items.map(({ price }) => price);
    requireTaxBehaviour(work, prices, 'automatic_tax[enabled]');
    if (customer && !customer.address?.country && updates?.address !== 'auto') {
      throw invalid(
        "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
        'automatic_tax',
        'customer_tax_location_invalid',
      );
    }
  }
  if (params.tax_id_collection?.enabled && customer && updates?.name !== 'auto') {
    throw invalid(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'tax_id_collection',
    );
  }
  if (updates && !customer) {
    throw invalid('`customer_update` can only be used with `customer`.', 'customer_update');
  }
}

/** What of the customer a session asks for, and whether it works out tax. */
export function collecting({
  automatic_tax: tax,
  billing_address_collection,
  tax_id_collection: taxId,
}: Params): Partial<Doc<'checkout.session'>> {
  return {
    billing_address_collection: billing_address_collection ?? null,
    ...(tax?.enabled && {
      automatic_tax: {
        enabled: true,
        liability: { type: 'self' },
        provider: 'stripe',
        status: 'requires_location_inputs',
      },
    }),
    ...(taxId && {
      tax_id_collection: { enabled: taxId.enabled, required: taxId.required ?? 'never' },
    }),
  };
}
