import { type Plan, products } from 'contract/catalogue';
import type { Doc, InProcessSandbox } from 'stripe-sandbox/in-process';
import { cardOf, type Paying, payingBy } from './charged-card.ts';
import { type UnderWay, underWayOf } from './draft-hour.ts';

/** A subscription as Stripe has it, with what follows from it (product B2 to B12). */
export interface Held extends Paying {
  id: string;
  /** The plan that gives what is sold, whoever sold it. */
  plan: Plan;
  /** Pence for each cycle. */
  amount: number;
  /** One of one item: what Stripe's page can change. */
  isChangeable: boolean;
  stripeStatus: string;
  live: boolean;
  ending: boolean;
  cancelAt: number | null;
  trialStart: number | null;
  /** Its trial ended before it began, because its card had had one. */
  refused: boolean;
  trialEnd: number | null;
  anchor: number;
  startedAt: number;
  periodEnd: number;
  endedAt: number | null;
  reason: string | null;
  /** Somebody has withdrawn from it. */
  withdrawn: boolean;
  /** The card that a renewal is charged to. */
  card: string;
  /** What is still charged of the period that has begun. */
  underWay: UnderWay | null;
}

/** What was paid, or is to be. */
interface Paid {
  invoice: string;
  /** When it was paid, or made. */
  at: number;
  subscription: string | null;
  status: 'success' | 'pending' | 'failed' | 'refunded';
  amount: number;
  refunded: number;
}

/** What Stripe says, read from its documents and not by any of our own code. */
export interface Truth {
  held: Held[];
  paid: Paid[];
  /** Invoices that the bank wants confirmed. */
  asked: string[];
  /** Invoices that credit has paid for alone. */
  covered: string[];
  /** Pence taken from cards less pence given back. */
  kept: number;
  /** Pence the customer has to their credit. */
  credit: number;
}

type Charge = Doc<'charge'> & { back: number };

const live = ['trialing', 'active', 'past_due'];

export function truthOf(sandbox: InProcessSandbox): Truth {
  const strangers = strangersOf(sandbox);
  const unserved = unservedOf(sandbox);
  const isOurs = (one: { customer: string | null }) => !strangers.has(one.customer ?? '');
  const isServed = ({ parent }: Doc<'invoice'>) =>
    !unserved.has(parent?.subscription_details?.subscription ?? '');
  const invoices = sandbox.all('invoice').filter((one) => isOurs(one) && isServed(one));
  const ids = new Set(invoices.map(({ id }) => id));
  const intents = new Set(
    sandbox
      .all('invoice_payment')
      .filter(({ invoice }) => ids.has(invoice))
      .map(({ payment }) => payment.payment_intent),
  );
  const charges = sandbox
    .all('charge')
    .filter(({ paid, payment_intent }) => paid && intents.has(payment_intent ?? undefined))
    .map((charge) => ({ ...charge, back: moneyBack(sandbox, charge) }));
  const cards = new Map(sandbox.all('payment_method').map((one) => [one.id, payingBy(one)]));
  return {
    held: sandbox
      .all('subscription')
      .filter((one) => isOurs(one) && !unserved.has(one.id))
      .map((one) => ({
        ...heldOf(one, cards, cardOf(sandbox, one)),
        underWay: underWayOf(sandbox, one.id),
      })),
    paid: paidOf(invoices, sandbox, charges),
    asked: invoices.filter((one) => isAskedFor(sandbox, one)).map(({ id }) => id ?? ''),
    covered: invoices
      .filter(({ total, amount_due, status }) => total > 0 && amount_due === 0 && status === 'paid')
      .map(({ id }) => id ?? ''),
    kept: charges.reduce((sum, { amount, back }) => sum + amount - back, 0),
    credit: Math.max(0, -balanceOf(sandbox)),
  };
}

/** Pence of each balance; credit is below zero. What somebody has in another currency is in none of ours. */
export function balancesOf(sandbox: InProcessSandbox): number[] {
  return sandbox
    .all('customer')
    .filter(isInPounds)
    .map(({ balance }) => balance);
}

/** Pence of all balances. */
export const balanceOf = (sandbox: InProcessSandbox): number =>
  balancesOf(sandbox).reduce((sum, balance) => sum + balance, 0);

export const isInPounds = ({ currency }: Doc<'customer'>): boolean => (currency ?? 'gbp') === 'gbp';

/** What is still to be paid: drafts, which are charged in an hour, and what is open. */
export function unpaidInvoices(sandbox: InProcessSandbox): Doc<'invoice'>[] {
  return sandbox.all('invoice').filter(({ status }) => status === 'draft' || status === 'open');
}

/** Customers at Stripe who belong to no user. */
export function strangersOf(sandbox: InProcessSandbox): Set<string> {
  const strangers = sandbox.all('customer').filter(({ metadata }) => !metadata.user_id);
  return new Set(strangers.map(({ id }) => id));
}

/** Subscriptions to what is ours in a way that cannot be served: another rhythm, or another currency. */
export function unservedOf(sandbox: InProcessSandbox): Set<string> {
  const unserved = sandbox.all('subscription').filter(({ currency, items }) => {
    return (
      currency !== 'gbp' || items.data.some(({ price }) => price.recurring?.interval_count !== 1)
    );
  });
  return new Set(unserved.map(({ id }) => id));
}

function heldOf(
  one: Doc<'subscription'>,
  cards: Map<string, Paying>,
  card: string,
): Omit<Held, 'underWay'> {
  const [item, ...others] = one.items.data;
  const plan = planSold(one);
  if (!item || !plan) throw new Error(`${one.id} sells nothing of ours`);
  const refused = one.status === 'canceled' && one.metadata.trial === 'refused';
  return {
    id: one.id,
    plan,
    refused,
    amount: one.items.data.reduce(
      (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
      0,
    ),
    isChangeable: others.length === 0 && item.quantity === 1,
    stripeStatus: one.status,
    live: live.includes(one.status),
    ending: live.includes(one.status) && (one.cancel_at_period_end || one.cancel_at !== null),
    cancelAt: one.cancel_at,
    trialStart: one.trial_start,
    trialEnd: refused ? null : one.trial_end,
    anchor: one.billing_cycle_anchor,
    startedAt: one.start_date,
    periodEnd: item.current_period_end,
    endedAt: one.ended_at,
    reason: one.cancellation_details?.reason ?? null,
    withdrawn: Boolean(one.metadata.withdrawn_at),
    card,
    ...(cards.get(card) ?? payingBy(undefined)),
  };
}

/** The smallest product that includes all that is sold, in its cycle. */
function planSold({ items }: Doc<'subscription'>): Plan | undefined {
  const sold = items.data.flatMap(
    ({ price }) => products.find(({ id }) => id === price.product)?.includes ?? [],
  );
  const product = products
    .filter(({ includes }) => sold.length > 0 && sold.every((key) => includes.includes(key)))
    .toSorted((a, b) => a.includes.length - b.includes.length)
    .at(0);
  return items.data[0]?.price.recurring?.interval === 'month' ? product?.monthly : product?.yearly;
}

/**
 * Pence that went back to the cardholder: refunds, and disputes that were lost; `held` adds what a
 * bank still decides on.
 */
export function moneyBack(
  sandbox: InProcessSandbox,
  charge: Doc<'charge'>,
  held?: 'held too',
): number {
  const states = held ? ['lost', 'needs_response', 'under_review'] : ['lost'];
  return sandbox
    .all('dispute')
    .filter((one) => one.charge === charge.id && states.includes(one.status))
    .reduce((sum, { amount }) => sum + amount, charge.amount_refunded);
}

function paidOf(invoices: Doc<'invoice'>[], sandbox: InProcessSandbox, charges: Charge[]): Paid[] {
  const links = sandbox.all('invoice_payment');
  const refundsOf = (invoice: string): number => {
    const intents = links
      .filter((link) => link.invoice === invoice)
      .map(({ payment }) => payment.payment_intent);
    return charges
      .filter(({ payment_intent }) => intents.includes(payment_intent ?? ''))
      .reduce((sum, { back }) => sum + back, 0);
  };
  return invoices.flatMap((invoice) => {
    const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due;
    if (amount === 0 || !['paid', 'open', 'uncollectible'].includes(invoice.status ?? ''))
      return [];
    const refunded = refundsOf(invoice.id ?? '');
    const isAsked = isAskedFor(sandbox, invoice);
    const unpaid = invoice.attempt_count > 0 && !isAsked ? 'failed' : 'pending';
    const paid = refunded === amount ? 'refunded' : 'success';
    return {
      invoice: invoice.id ?? '',
      at: invoice.status_transitions.paid_at ?? invoice.created,
      subscription: invoice.parent?.subscription_details?.subscription ?? null,
      status: invoice.status === 'paid' ? paid : unpaid,
      amount,
      refunded,
    };
  });
}

/** Whether the payment of something that runs waits for its customer's word at the bank. */
function isAskedFor(sandbox: InProcessSandbox, { id, status, parent }: Doc<'invoice'>): boolean {
  const one = sandbox
    .all('subscription')
    .find((other) => other.id === parent?.subscription_details?.subscription);
  if (status !== 'open' || one?.status !== 'past_due') return false;
  const link = sandbox.all('invoice_payment').find(({ invoice }) => invoice === id);
  const intent = sandbox.all('payment_intent').find((pi) => pi.id === link?.payment.payment_intent);
  const failure = 'payment_intent_authentication_failure';
  return intent?.status === 'requires_action' || intent?.last_payment_error?.code === failure;
}
