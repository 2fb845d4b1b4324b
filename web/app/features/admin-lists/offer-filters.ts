import { productOptions } from '../../lib/product-options.ts';

/** The filter by product of whatever is sold. */
export const productFilter = { key: 'product', label: 'Product', options: productOptions } as const;

/** The filter by billing cycle of whatever is sold. */
export const planFilter = {
  key: 'plan',
  label: 'Plan',
  options: [
    { value: 'all', label: 'All Plans' },
    { value: 'monthly', label: 'Monthly' },
    { value: 'yearly', label: 'Yearly' },
  ],
} as const;
