import { products } from 'contract/catalogue';

/** The product filter: everything, then each product by its fixed id. */
export const productOptions = [
  { value: 'all', label: 'All Products' },
  ...products.map((product) => ({ value: product.id, label: product.name })),
] as const;
