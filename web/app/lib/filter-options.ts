import { products } from 'contract/catalogue';

/** The product filter: everything, then each product by its fixed id. */
export const productOptions = [
  { value: 'all', label: 'All Products' },
  ...products.map((product) => ({ value: product.id, label: product.name })),
] as const;

/** The plan filter of the admin lists. */
export const planOptions = [
  { value: 'all', label: 'All Plans' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const;
