import { StripeError } from '../http/errors.ts';
import { newTaxRate } from '../shapes/tax-rate.ts';
import type { Doc, LineItem } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

type Tax = NonNullable<LineItem['taxes']>[number];

/** Where the account is registered for tax, and what it charges there, in percent. */
const REGISTERED: Record<string, number> = { GB: 20 };

/** What decides the tax on an amount. */
interface Taxable {
  /** In the smallest unit; negative for a credit. */
  amount: number;
  behaviour: Doc<'price'>['tax_behavior'];
  country: string;
  isExempt?: boolean;
}

/** The country a customer is taxed in: that of the address, else of the card. */
export function taxCountryOf(work: Work, customer: Doc<'customer'> | undefined): string | null {
  const card = work.store.find(
    'payment_method',
    customer?.invoice_settings.default_payment_method ?? '',
  );
  return customer?.address?.country ?? card?.billing_details.address?.country ?? null;
}

/** The tax in an amount that includes it, or on one that does not: rounded to the smallest unit. */
export function taxOn({ amount, behaviour, country, isExempt = false }: Taxable): number {
  const percent = isExempt ? 0 : (REGISTERED[country] ?? 0);
  const whole = behaviour === 'exclusive' ? 100 : 100 + percent;
  return Math.sign(amount) * Math.round((Math.abs(amount) * percent) / whole) || 0;
}

/** The rate of tax in a country in percent; null where the account collects none. */
export function rateIn(country: string): number | null {
  return REGISTERED[country] ?? null;
}

/** Works out the tax of a line, its discounts taken off first. */
export function taxOfLine(
  work: Work,
  line: LineItem,
  { country, isExempt }: { country: string; isExempt: boolean },
): Tax {
  const price = work.store.find('price', String(line.pricing?.price_details?.price));
  const behaviour = price?.tax_behavior === 'exclusive' ? 'exclusive' : 'inclusive';
  const taken = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const base = line.amount - taken;
  const amount = taxOn({ amount: base, behaviour, country, isExempt });
  const percentage = REGISTERED[country];
  const rate = isExempt || percentage === undefined ? 0 : percentage;
  return {
    amount,
    tax_behavior: behaviour,
    tax_rate_details: {
      tax_rate: rateFor(work, { country, percentage: rate, inclusive: behaviour === 'inclusive' }),
    },
    taxability_reason: reasonFor(percentage, isExempt),
    taxable_amount: behaviour === 'inclusive' ? base - amount : base,
    type: 'tax_rate_details',
  };
}

function reasonFor(percentage: number | undefined, isExempt: boolean): Tax['taxability_reason'] {
  if (percentage === undefined) return 'not_collecting';
  return isExempt ? 'customer_exempt' : 'standard_rated';
}

function rateFor(
  work: Work,
  rate: { country: string; percentage: number; inclusive: boolean },
): string {
  const known = work.store
    .all('tax_rate', [{ path: 'country', op: '=', value: rate.country }])
    .find((one) => one.percentage === rate.percentage && one.inclusive === rate.inclusive);
  const made = known ?? newTaxRate(work.now(), rate);
  if (!known) work.save('tax_rate', made);
  return made.id;
}

/** What Stripe says of where a customer is taxed, where that is asked for. */
export function taxLocationOf(work: Work, id: string): object {
  const customer = work.get('customer', id);
  const country = taxCountryOf(work, customer);
  const source = customer.address?.country ? 'billing_address' : 'payment_method';
  const automatic_tax =
    country === null
      ? 'unrecognized_location'
      : rateIn(country) === null
        ? 'not_collecting'
        : 'supported';
  const location = country === null ? null : { country, source, state: null };
  return { automatic_tax, ip_address: null, location, provider: 'stripe' };
}

/** Throws Stripe's error for a customer whose tax cannot be worked out. */
export function requireLocation(work: Work, customer: Doc<'customer'>): void {
  if (taxCountryOf(work, customer)) return;
  throw new StripeError(
    400,
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid', param: 'automatic_tax[enabled]' },
  );
}

/** Throws for a price that does not say whether tax is in it. */
export function requireTaxBehaviour(work: Work, prices: readonly string[], param: string): void {
  const unclear = prices.find((id) => work.get('price', id).tax_behavior === 'unspecified');
  if (!unclear) return;
  throw new StripeError(
    400,
    `The price ${unclear} has an unspecified \`tax_behavior\`. Set it to \`inclusive\` or \`exclusive\` in order to use automatic tax.`,
    { param },
  );
}
