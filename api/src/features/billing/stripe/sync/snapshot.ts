import type Stripe from 'stripe';
import { unlessMissing } from '../client.ts';
import type { ChargedCard } from '../customers/customers-repository.ts';
import { chargesFor } from '../invoice-references.ts';
import { idOf } from '../reference.ts';
import { askedByBank } from './asked-by-bank.ts';
import { chargedCard } from './charged-card.ts';
import { type Noted, notedOn } from './credit-notes.ts';

/** What Stripe says of one customer at one moment. */
export interface Snapshot {
  /** That moment by Stripe's clock, which is the one that trials and periods end by. */
  takenAt: Date;
  /** Null for one that was deleted at Stripe. */
  customer: Stripe.Customer | null;
  /** The card that is charged for what runs. */
  card: ChargedCard | null;
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  charges: Stripe.Charge[];
  /** Open invoices that the bank wants confirmed, with the card it asked about. */
  asked: Map<string, string | null>;
  /** Pence that went back to the customer, by refunds and lost disputes, by payment intent. */
  refunds: Map<string, number>;
  /** Pence that a bank holds back until a dispute is decided, by payment intent. */
  disputed: Map<string, number>;
  /** What credit notes gave back otherwise than to the card, by invoice. */
  noted: Map<string, Noted>;
}

/** Whether a customer's balance is in pounds, as it is before anything was bought. */
export const isInPounds = ({ currency }: Stripe.Customer): boolean => (currency ?? 'gbp') === 'gbp';

/**
 * Fetches a customer with subscriptions, invoices, refunds and disputes as they are now: nothing,
 * for a customer that was deleted.
 */
export async function takeSnapshot(stripe: Stripe, customer: string): Promise<Snapshot> {
  const snapshot = await unlessMissing(fetchAll(stripe, customer));
  return (
    snapshot ?? {
      takenAt: new Date(),
      customer: null,
      card: null,
      subscriptions: [],
      invoices: [],
      charges: [],
      asked: new Map(),
      refunds: new Map(),
      disputed: new Map(),
      noted: new Map(),
    }
  );
}

/** A customer with the card that renewals are charged to: as deep as Stripe lets a list be expanded. */
const card = 'invoice_settings.default_payment_method';

/** Three calls for most customers, whichever of these they are: the sweep makes them for everybody. */
async function fetchAll(stripe: Stripe, customer: string, isRepeat = false): Promise<Snapshot> {
  const [{ person, firstPage, subscriptions }, invoices, charges] = await Promise.all([
    fetchHeld(stripe, customer),
    all(stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })),
    all(stripe.charges.list({ customer, limit: 100 })),
  ]);
  const isTorn =
    subscriptions.some((one) => !fits(one, invoices)) ||
    invoices.some((one) => isPaidSince(one, charges));
  if (isTorn && !isRepeat) return fetchAll(stripe, customer, true);
  const takenAt = dateOf(firstPage.lastResponse.headers);
  const there = person.deleted ? null : person;
  return {
    takenAt,
    customer: there,
    card: await chargedCard(stripe, there, subscriptions),
    subscriptions,
    invoices,
    charges,
    asked: await askedByBank(stripe, subscriptions, invoices),
    ...(await moneyBack(stripe, charges)),
    noted: await notedOn(stripe, invoices),
  };
}

/**
 * Whether a subscription is as its last invoice leaves it. Where it is not, something was paid or refused, or
 * a period began, between two of the calls.
 */
function fits(
  { status, latest_invoice }: Stripe.Subscription,
  invoices: Stripe.Invoice[],
): boolean {
  const id = idOf(latest_invoice);
  if (id === null) return true;
  const invoice = invoices.find((one) => one.id === id);
  if (!invoice) return false;
  if (status === 'active') return invoice.status !== 'open' || invoice.attempt_count === 0;
  return !(status === 'past_due' || status === 'incomplete') || invoice.status !== 'paid';
}

/** Whether an invoice that is open was paid before the charges were read. */
function isPaidSince(invoice: Stripe.Invoice, charges: Stripe.Charge[]): boolean {
  if (invoice.status !== 'open') return false;
  return chargesFor(invoice, charges).some(({ status }) => status === 'succeeded');
}

/** A customer and what they hold, in one call; in two for who never held anything, or was deleted at Stripe. */
async function fetchHeld(stripe: Stripe, customer: string) {
  const list = (expand: string[]) =>
    stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand });
  let listing = list([`data.customer.${card}`]);
  // What was deleted has no card to be shown with it.
  if (await listing.then(() => false, isNotExpandable)) listing = list([]);
  const [firstPage, subscriptions] = await Promise.all([listing, all(listing)]);
  const holder = subscriptions[0]?.customer ?? customer;
  const person = typeof holder === 'string' ? await stripe.customers.retrieve(holder) : holder;
  return { person, firstPage, subscriptions };
}

function isNotExpandable(error: unknown): boolean {
  if (error instanceof Error && /cannot be expanded/.test(error.message)) return true;
  throw error;
}

/** Stripe's time as its answer states it; ours where a proxy took that out. */
function dateOf(headers: Record<string, string>): Date {
  const date = new Date(headers.date ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(pages);
}

/** What went back of each payment, and what a bank has taken until it decides. */
async function moneyBack(
  stripe: Stripe,
  charges: Stripe.Charge[],
): Promise<Pick<Snapshot, 'refunds' | 'disputed'>> {
  const back = { refunds: new Map<string, number>(), disputed: new Map<string, number>() };
  for (const charge of charges) {
    const id = idOf(charge.payment_intent);
    if (id === null) continue;
    const { lost, open } = await disputesOf(stripe, charge);
    add(back.refunds, id, charge.amount_refunded + lost);
    add(back.disputed, id, open);
  }
  return back;
}

function add(sums: Map<string, number>, id: string, amount: number): void {
  if (amount > 0) sums.set(id, (sums.get(id) ?? 0) + amount);
}

/** An appeal of what was lost is decided once more: until then the bank has the money. */
const undecided: Stripe.Dispute.Status[] = [
  ...(['needs_response', 'under_review'] as const),
  ...(['appeal_needs_response', 'appeal_under_review'] as const),
];

/**
 * Pence of a charge that its cardholder has won back at the bank, and that the bank still decides on:
 * all of it where the bank counts in another currency.
 */
async function disputesOf(
  stripe: Stripe,
  { id, disputed, currency, amount: charged }: Stripe.Charge,
): Promise<{ lost: number; open: number }> {
  if (!disputed) return { lost: 0, open: 0 };
  const disputes = await all(stripe.disputes.list({ charge: id, limit: 100 }));
  const sum = (...states: Stripe.Dispute.Status[]) =>
    disputes
      .filter(({ status }) => states.includes(status))
      .reduce((total, one) => total + (one.currency === currency ? one.amount : charged), 0);
  return { lost: sum('lost'), open: sum(...undecided) };
}
