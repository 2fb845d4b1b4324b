import type { Doc } from '../store/documents.ts';

/** A product as first created; the caller lays its own fields over it. */
export function newProduct(
  base: Pick<Doc<'product'>, 'id' | 'name' | 'created'>,
  given: Partial<Doc<'product'>>,
): Doc<'product'> {
  return {
    object: 'product',
    active: true,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: base.created,
    url: null,
    ...base,
    ...given,
  };
}
