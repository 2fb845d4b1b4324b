import { type ProductKey, products } from 'contract/catalogue';

/** The body of a checkout call for a plan. */
export function choice(key: ProductKey, cycle: 'monthly' | 'yearly') {
  const product = products.find((candidate) => candidate.key === key);
  if (!product) throw new Error(`no product ${key}`);
  return { product_id: product.id, pricing_plan_id: product[cycle].id };
}
