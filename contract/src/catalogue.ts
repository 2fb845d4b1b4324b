import { brand } from './brand.ts';

/** How often a plan is charged. */
export type BillingCycle = 'monthly' | 'yearly';

/** The three things that can be bought. */
export type ProductKey = 'portfolio' | 'cataract' | 'combined';

export interface Plan {
  /** Fixed id, sent by the client as `pricing_plan_id`. */
  id: string;
  productId: string;
  name: string;
  cycle: BillingCycle;
  /** Pence. */
  amount: number;
  /** Finds the price in Stripe; stays the same when the amount changes. */
  lookupKey: string;
}

/** A product's own sign-in page. */
export interface LoginLink {
  product: Exclude<ProductKey, 'combined'>;
  name: string;
  url: string;
}

export interface Product {
  /** Fixed id, sent by the client as `product_id` and used by the filters. */
  id: string;
  key: ProductKey;
  name: string;
  description: string;
  features: readonly string[];
  trialDays: number;
  popular: boolean;
  /** What the customer may use; the combined offer includes both products. */
  includes: readonly ProductKey[];
  /** The product's own sign-in page, one for each product included. */
  loginLinks: readonly LoginLink[];
  monthly: Plan;
  yearly: Plan;
}

const loginLinks: Record<LoginLink['product'], LoginLink> = {
  portfolio: {
    product: 'portfolio',
    name: brand.products.portfolio.name,
    url: `${brand.products.portfolio.site}/login`,
  },
  cataract: {
    product: 'cataract',
    name: brand.products.cataract.name,
    url: `${brand.products.cataract.site}/login`,
  },
};

function plan(
  productId: string,
  key: ProductKey,
  cycle: BillingCycle,
  id: string,
  amount: number,
): Plan {
  const name = cycle === 'monthly' ? 'Monthly' : 'Yearly';
  return { id, productId, name, cycle, amount, lookupKey: `${key}_${cycle}` };
}

const portfolioId = '0198c000-0000-7000-8000-000000000001';
const cataractId = '0198c000-0000-7000-8000-000000000002';
const combinedId = '0198c000-0000-7000-8000-000000000003';

/** Everything on sale, in the order it is shown. Product G8 to G17. */
export const products: readonly Product[] = [
  {
    id: portfolioId,
    key: 'portfolio',
    name: brand.products.portfolio.name,
    description: 'Build your portfolio pathway application with confidence.',
    features: [
      'Progress tracking against every domain',
      'Gap analysis of your evidence',
      'Timeline and deadline reminders',
      'Document organisation',
      'Automatic redaction tool',
    ],
    trialDays: 30,
    popular: false,
    includes: ['portfolio'],
    loginLinks: [loginLinks.portfolio],
    monthly: plan(
      portfolioId,
      'portfolio',
      'monthly',
      '0198c000-0000-7000-8000-000000000011',
      2499,
    ),
    yearly: plan(portfolioId, 'portfolio', 'yearly', '0198c000-0000-7000-8000-000000000012', 25000),
  },
  {
    id: cataractId,
    key: 'cataract',
    name: brand.products.cataract.name,
    description: 'Share cataract care securely between surgeon and patient.',
    features: [
      'Secure token-based access',
      'Time-limited links for patients',
      'File sharing',
      'AES-256 encryption',
      'Full audit trail',
    ],
    trialDays: 7,
    popular: false,
    includes: ['cataract'],
    loginLinks: [loginLinks.cataract],
    monthly: plan(cataractId, 'cataract', 'monthly', '0198c000-0000-7000-8000-000000000021', 1499),
    yearly: plan(cataractId, 'cataract', 'yearly', '0198c000-0000-7000-8000-000000000022', 15000),
  },
  {
    id: combinedId,
    key: 'combined',
    name: brand.products.combined.name,
    description: `${brand.products.portfolio.name} and ${brand.products.cataract.name} together.`,
    features: [
      `Everything in ${brand.products.portfolio.name}`,
      `Everything in ${brand.products.cataract.name}`,
      'One subscription, one invoice',
      '24/7 support',
    ],
    trialDays: 30,
    popular: true,
    includes: ['portfolio', 'cataract'],
    loginLinks: [loginLinks.portfolio, loginLinks.cataract],
    monthly: plan(combinedId, 'combined', 'monthly', '0198c000-0000-7000-8000-000000000031', 3500),
    yearly: plan(combinedId, 'combined', 'yearly', '0198c000-0000-7000-8000-000000000032', 35000),
  },
];

/** Every plan of every product. */
export const plans: readonly Plan[] = products.flatMap((product) => [
  product.monthly,
  product.yearly,
]);

/** Finds a product by its fixed id. */
export function findProduct(id: string): Product | undefined {
  return products.find((product) => product.id === id);
}

/** Finds a plan by its fixed id. */
export function findPlan(id: string): Plan | undefined {
  return plans.find((candidate) => candidate.id === id);
}

/** A product's name as customers read it; empty for an id that is not in the catalogue. */
export function productName(id: string): string {
  return findProduct(id)?.name ?? '';
}

/** A plan's name as customers read it; empty for an id that is not in the catalogue. */
export function planName(id: string): string {
  return findPlan(id)?.name ?? '';
}

/** Pence that a product costs less than those it includes do one by one; 0 of a single one. */
export function bundleSaving({ includes, ...product }: Product, cycle: BillingCycle): number {
  const single = products.filter((other) => other.includes.length === 1);
  const apart = single.filter(({ key }) => includes.some((included) => included === key));
  return apart.reduce((sum, other) => sum + other[cycle].amount, 0) - product[cycle].amount;
}

/** Pence saved in a year by paying yearly instead of monthly (product G18). */
export function yearlySaving(product: Product): number {
  return product.monthly.amount * 12 - product.yearly.amount;
}
