import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { leastCharge } from '../../subscriptions/charges-to-come.ts';
import { unkeptNote } from '../../withdrawals/money.ts';
import { undone } from '../../withdrawals/withdrawn.ts';
import { isKeySpent } from '../client.ts';
import { paymentIntents } from '../invoice-references.ts';
import { idOf } from '../reference.ts';
import { isInPounds, type Snapshot } from './snapshot.ts';

/** Tells our adjustments of a customer's balance from others. */
const mark = { key: 'unkept-credit' };

/** What a customer has to their credit by the movements of their balance, in pence. */
export interface Credit {
  credit: number;
  /** What they should have. */
  rightful: number;
  /** What our corrections have taken back; below zero where they gave. */
  withheld: number;
  /** How many corrections of ours came before. */
  corrections: number;
}

/** Of who has no credit, and never had any that could be nobody's. */
export const noCredit: Credit = { credit: 0, rightful: 0, withheld: 0, corrections: 0 };

/**
 * Takes back the credit that Stripe gave for time whose money was not kept: never paid, refunded,
 * disputed. Stripe prorates by time alone, and a page for a change may be confirmed long after the
 * rules were looked at. What is paid later, or won from the bank, comes back as credit. Answers
 * what credit there is; null where anything was done.
 */
export async function withholdUnkeptCredit(
  { stripe, log }: Services,
  customerId: string,
  snapshot: Snapshot,
): Promise<Credit | null> {
  const found = await lookAtCredit(stripe, customerId, snapshot);
  const { credit, rightful, corrections } = found;
  if (credit === rightful) return found;
  log.warn({ customerId, credit, rightful }, 'corrects credit for money that is not kept');
  try {
    await stripe.customers.createBalanceTransaction(
      customerId,
      {
        amount: credit - rightful,
        currency: snapshot.customer?.currency ?? 'gbp',
        description: 'Credit for time that was not paid for',
        metadata: mark,
      },
      // The next correction builds on this one, so two processes make it once.
      { idempotencyKey: `unkept-credit-${customerId}-${corrections}` },
    );
  } catch (error) {
    if (!isKeySpent(error)) throw error;
  }
  return null;
}

/**
 * Pence of a change of plan that would be paid for by money that is not kept, and could not be taken off
 * the credit it leaves. `preview` is the invoice that Stripe would make of it.
 */
export async function unkeptIn(
  stripe: Stripe,
  customerId: string,
  { snapshot, preview }: { snapshot: Snapshot; preview: Stripe.Invoice },
): Promise<number> {
  const invoices = [{ ...preview, status: 'open' as const }, ...snapshot.invoices];
  const unkept = unkeptOf({ ...snapshot, invoices });
  if (unkept === 0) return 0;
  const { withheld } = await lookAtCredit(stripe, customerId, snapshot);
  const { starting_balance: before, total } = preview;
  const then = lacking(unkept, { withheld, credit: -before - total });
  return then - lacking(unkeptOf(snapshot), { withheld, credit: -before });
}

/**
 * Pence of credit that can be taken back for some invoices which are undone, or has been before: what others
 * have no use for.
 */
export function spareBeside(
  undone: Stripe.Invoice[],
  snapshot: Snapshot,
  { withheld, credit }: Credit,
): number {
  const invoices = snapshot.invoices.filter((invoice) => !undone.includes(invoice));
  return Math.max(0, withheld + Math.max(0, credit) - unkeptOf({ ...snapshot, invoices }));
}

/**
 * Pence of credit that come back where some invoices are undone, of which `given` is to go or, below zero, to
 * come: what was withheld because of them comes, too.
 */
export function comingBack(
  undoing: { invoices: Stripe.Invoice[]; given: number },
  snapshot: Snapshot,
  { withheld, credit }: Credit,
): number {
  const invoices = snapshot.invoices.filter((invoice) => !undoing.invoices.includes(invoice));
  const unkept = unkeptOf({ ...snapshot, invoices }) + undoing.given;
  const withdrawn = undone(snapshot).credit + undoing.given;
  return Math.max(0, 0 - correction({ unkept, withdrawn, withheld, credit }));
}

/**
 * Pence of credit that are to be taken back, or given where below zero. Spent credit cannot be taken back: what
 * is missing is taken of the credit that comes next. And nobody is left owing by us, where a renewal used the
 * credit in this very moment.
 */
function correction({
  unkept,
  withdrawn,
  withheld,
  credit,
}: Pick<Credit, 'withheld' | 'credit'> & { unkept: number; withdrawn: number }): number {
  // What was too little to charge is owed with the next invoice, and not by us.
  const left = credit < 0 && credit > -leastCharge ? 0 : credit;
  return Math.max(Math.min(0, withdrawn) - withheld, Math.min(unkept - withheld, left));
}

/** Pence of credit that is nobody's and can be taken back of none that is left. */
const lacking = (unkept: number, { withheld, credit }: Pick<Credit, 'withheld' | 'credit'>) =>
  Math.max(0, unkept - withheld - Math.max(0, credit));

/** Looks at the movements of a customer's balance, where any credit could be nobody's. */
export async function lookAtCredit(
  stripe: Stripe,
  customerId: string,
  snapshot: Snapshot,
): Promise<Credit> {
  const { customer, invoices } = snapshot;
  const withdrawn = undone(snapshot);
  if (!customer || !isInPounds(customer)) return noCredit;
  if (withdrawn.credit === 0 && snapshot.noted.size === 0 && !invoices.some(hasCredited)) {
    const given = 0 - customer.balance;
    return { ...noCredit, credit: given, rightful: given };
  }
  const movements = await Array.fromAsync(
    stripe.customers.listBalanceTransactions(customerId, { limit: 100 }),
  );
  const ours = movements.filter(({ metadata }) => metadata?.key === mark.key);
  // The snapshot's balance may be older than this list.
  const credit = 0 - (movements[0]?.ending_balance ?? 0);
  const withheld = ours.reduce((sum, { amount }) => sum + amount, 0);
  const unkept = unkeptOf(snapshot);
  const amount = correction({ unkept, withdrawn: withdrawn.credit, withheld, credit });
  return { credit, rightful: credit - amount, withheld, corrections: ours.length };
}

/**
 * Pence of credit that are nobody's: for money that is not kept, and for what somebody has withdrawn
 * from, which is as if it had not been.
 */
function unkeptOf(snapshot: Snapshot): number {
  const withdrawn = undone(snapshot);
  const invoices = snapshot.invoices.filter((invoice) => !withdrawn.invoices.has(invoice));
  return unkeptCredit({ ...snapshot, invoices }) + withdrawn.credit;
}

/** Pence that were credited, for time or by a credit note, whose money was not kept. */
export function unkeptCredit({
  invoices,
  ...money
}: Pick<Snapshot, 'invoices' | 'refunds' | 'disputed' | 'noted'>): number {
  const { refunds, disputed } = money;
  const credited = new Map<Stripe.Invoice, number>();
  for (const [index, invoice] of invoices.entries()) {
    for (const credit of creditsOf(invoice)) {
      // Newest first: the first that charged for this time is the one that counts.
      const source = invoices.slice(index + 1).find((earlier) => chargesFor(earlier, credit));
      if (source) credited.set(source, (credited.get(source) ?? 0) - credit.amount);
    }
  }
  let unkept = invoices.reduce((sum, invoice) => sum + unkeptNote(invoice, money), 0);
  for (const [source, amount] of credited) {
    const owed = source.status === 'paid' ? 0 : source.amount_due - source.amount_paid;
    const back = paymentIntents(source).reduce(
      (sum, id) => sum + (refunds.get(id) ?? 0) + (disputed.get(id) ?? 0),
      0,
    );
    // What was used stays used: money that is missing is missing in the credit first.
    unkept += Math.min(amount, owed + back);
  }
  return unkept;
}

/** The lines of an invoice that give credit for unused time. */
function creditsOf({ status, lines }: Stripe.Invoice): Stripe.InvoiceLineItem[] {
  if (status === 'draft' || status === 'void') return [];
  return lines.data.filter(isCredit);
}

/** Whether credit may have been withheld for an invoice: also for one that is void by now, whose comes back. */
const hasCredited = ({ status, lines }: Stripe.Invoice): boolean =>
  status !== 'draft' && lines.data.some(isCredit);

function isCredit({ amount, parent }: Stripe.InvoiceLineItem): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return amount < 0 && details?.proration === true;
}

/** Whether an invoice charged for the time that a line gives credit for. */
function chargesFor({ lines }: Stripe.Invoice, credit: Stripe.InvoiceLineItem): boolean {
  return lines.data.some(
    (line) =>
      line.amount > 0 &&
      priceOf(line) === priceOf(credit) &&
      subscriptionOf(line) === subscriptionOf(credit) &&
      line.period.start <= credit.period.start &&
      line.period.end === credit.period.end,
  );
}

const priceOf = ({ pricing }: Stripe.InvoiceLineItem) => idOf(pricing?.price_details?.price);

function subscriptionOf({ parent, subscription }: Stripe.InvoiceLineItem): string | null {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.subscription ?? idOf(subscription);
}
