import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { amountsOff } from './coupons.ts';
import { amountDue } from './minimum.ts';
import { rateIn, taxCountryOf, taxOn } from './tax.ts';

type Session = Doc<'checkout.session'>;

/** One line of what a session sells, amounts in the smallest unit. */
interface OrderLine {
  price: Doc<'price'>;
  quantity: number;
  /** What it costs before discounts and tax that is not in the price. */
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
}

/** What a session sells and what a cycle of it comes to, by what is known of the customer. */
export interface Order {
  lines: OrderLine[];
  total: number;
  discount: number;
  tax: number;
  /** Per cent of tax, where the account collects it. */
  rate: number | null;
}

/** Where the customer is taken to be until an address says so: Stripe asks the network address. */
const ASSUMED = 'GB';

/**
 * Works out the order of a session.
 * @param country of the address that was typed, if one was
 */
export function orderOf(work: Work, session: Session, country: string | null = null): Order {
  const { items, redeemed = [] } = work.store.secret('checkout.session', session.id);
  const customer = work.store.find('customer', session.customer ?? '');
  const isTaxed = session.automatic_tax.enabled;
  const place = country ?? taxCountryOf(work, customer) ?? ASSUMED;
  const isExempt = !isTaxed || customer?.tax_exempt === 'exempt';
  const full = items.map(({ price: id, quantity }) => {
    const price = work.get('price', id);
    return { price, quantity, subtotal: (price.unit_amount ?? 0) * quantity };
  });
  let left = full.map(({ subtotal }) => subtotal);
  for (const { coupon } of redeemed) {
    const offs = amountsOff(work.get('coupon', coupon), left);
    left = left.map((amount, index) => amount - (offs[index] ?? 0));
  }
  const lines = full.map((line, index) => {
    const amount = left[index] ?? line.subtotal;
    const behaviour = line.price.tax_behavior;
    const tax = taxOn({ amount, behaviour, country: place, isExempt });
    const total = amount + (behaviour === 'exclusive' ? tax : 0);
    return { ...line, discount: line.subtotal - amount, tax, total };
  });
  const sum = (of: (line: OrderLine) => number) =>
    lines.reduce((total, line) => total + of(line), 0);
  return {
    lines,
    total: sum(({ total }) => total),
    discount: sum(({ discount }) => discount),
    tax: sum(({ tax }) => tax),
    rate: isExempt ? null : rateIn(place),
  };
}

/** What a session without a trial would charge now, in the smallest unit: credit comes before the card. */
export function dueNow(work: Work, session: Session, country: string | null = null): number {
  const { currency, customer } = session;
  const balance = work.store.find('customer', customer ?? '')?.balance ?? 0;
  return amountDue(orderOf(work, session, country).total, balance, currency ?? 'gbp');
}

/** A session as its discounts make it: they are known before anything else of its customer is. */
export function withDiscounts(work: Work, session: Session): Session {
  const { redeemed = [] } = work.store.secret('checkout.session', session.id);
  const { total, discount } = orderOf(work, session);
  return {
    ...session,
    amount_subtotal: session.amount_total === 0 ? 0 : total + discount,
    amount_total: session.amount_total === 0 ? 0 : total,
    discounts: redeemed.map(({ coupon, promotionCode: promotion_code }) => ({
      ...{ coupon, promotion_code },
    })),
    total_details: {
      amount_discount: session.amount_total === 0 ? 0 : discount,
      ...{ amount_shipping: 0, amount_tax: 0 },
    },
  };
}
