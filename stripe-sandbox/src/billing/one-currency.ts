import { invalid } from '../http/errors.ts';
import type { Work } from '../work/work.ts';

/**
 * Throws where a customer is to be charged in a currency while something of theirs is in another:
 * what runs, a checkout that is open, or a balance. https://docs.stripe.com/billing/customer
 */
export function refuseOtherCurrency(work: Work, id: string, currency: string): void {
  const ofCustomer = [{ path: 'customer', op: '=' as const, value: id }];
  const running = work.store
    .all('subscription', ofCustomer)
    .filter(({ ended_at }) => ended_at === null);
  const open = work.store
    .all('checkout.session', ofCustomer)
    .filter(({ status }) => status === 'open');
  const customer = work.get('customer', id, 'customer');
  const held = [...running, ...open, ...(customer.balance === 0 ? [] : [customer])];
  const other = held.find((one) => (one.currency ?? currency) !== currency)?.currency;
  if (!other) return;
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, invoice item or active subscription mode checkout session with currency ${other}.`,
  );
}
