import { deepStrictEqual as same } from 'node:assert/strict';
import type { Doc, InProcessSandbox } from 'stripe-sandbox/in-process';
import { findBalance } from '../../features/billing/stripe/customers/customers-repository.ts';
import { leastCharge } from './draft-hour.ts';
import type { Life } from './life.ts';
import { balanceOf, balancesOf, moneyBack, strangersOf } from './truth.ts';

/** What was sold by one line of an invoice, and how much of it was given back as credit. */
interface Sold {
  invoice: Doc<'invoice'>;
  subscription: string | null;
  price: string | null;
  end: number;
  amount: number;
  credited: number;
}

/**
 * Paid money, credit and what was had are in balance, to the penny: credit comes from kept money
 * alone, and what it bought is taken off it.
 */
export function checkCredit({ world: { sandbox }, kills }: Life): void {
  const left = -balanceOf(sandbox);
  const rightful = rightfulCredit(sandbox);
  same(Math.max(0, left), Math.max(0, rightful), 'credit');
  const late = kills > 0 ? usedSinceWithdrawn(sandbox) : 0;
  same(shortfall(sandbox) <= gone(sandbox) + late, true, 'more was had than was paid for');
  // What was too little to charge is owed with the next charge.
  same(left > -leastCharge && Math.min(0, left) >= Math.min(0, rightful), true, `${left} is owed`);
}

/** Whether all credit that was nobody's has been taken back, and all that came again was given. */
export const isCreditRight = (sandbox: InProcessSandbox): boolean =>
  Math.max(0, -balanceOf(sandbox)) === Math.max(0, rightfulCredit(sandbox));

/** What we say of somebody's credit is what Stripe has, less what renewals of this hour take of it. */
export async function checkNoted({ world, customer: { id } }: Life): Promise<void> {
  const noted = await findBalance(world.database.db, id);
  let left = balanceOf(world.sandbox);
  const strangers = strangersOf(world.sandbox);
  for (const { status, auto_advance, total, customer } of world.sandbox
    .all('invoice')
    .toReversed()) {
    if (status !== 'draft' || !auto_advance || strangers.has(customer ?? '')) continue;
    left = left + total < leastCharge ? left + total : 0;
  }
  same(noted ?? 0, left, 'the balance that was noted');
}

/** Pence that were had without being paid for, and could not be taken off any credit. */
export const shortfall = (sandbox: InProcessSandbox): number =>
  Math.max(0, -rightfulCredit(sandbox) - owed(sandbox));

/**
 * Pence that were asked for and never came, or have gone again, or that support gave of what had gone. What
 * was never paid also counts where somebody has withdrawn since: credit that it gave may have paid for what
 * support sold in the second before we took it back.
 */
const gone = (sandbox: InProcessSandbox): number =>
  invoicesOf(sandbox).reduce((sum, one) => {
    const noted = notedFor(sandbox, one.id) - keptNote(sandbox, one);
    return sum + one.amount_due - keptFor(sandbox, one) + noted;
  }, 0) +
  undoneIn(sandbox).reduce((sum, { id }) => sum + notedFor(sandbox, id), 0) +
  undoneIn(sandbox).reduce((sum, { status, amount_due }) => {
    return sum + (status === 'paid' ? 0 : amount_due);
  }, 0);

/**
 * Pence of credit that paid for anything from the first withdrawal on: what is sold after our process died on
 * the way of one, before another goes on, uses credit that is still to be taken back.
 */
function usedSinceWithdrawn(sandbox: InProcessSandbox): number {
  const declared = sandbox.all('subscription').map(({ metadata }) => Number(metadata.withdrawn_at));
  const first = Math.min(...declared.filter((at) => at > 0));
  return invoicesOf(sandbox)
    .filter(({ created }) => created >= first)
    .reduce((sum, invoice) => sum + coveredBy(invoice), 0);
}

/** What was too little to charge. */
const owed = (sandbox: InProcessSandbox): number =>
  balancesOf(sandbox).reduce((sum, balance) => sum + Math.max(0, balance), 0);

/** Pence from kept money that have not been spent; below nothing, what was had without them. */
const rightfulCredit = (sandbox: InProcessSandbox): number =>
  creditFromKeptMoney(sandbox) + creditByNotes(sandbox) + keptOfUndone(sandbox) - spent(sandbox);

/** Pence that support gave back as credit, as far as what the invoice was paid with has not gone. */
const creditByNotes = (sandbox: InProcessSandbox): number =>
  invoicesOf(sandbox).reduce((sum, invoice) => sum + keptNote(sandbox, invoice), 0);

/** The same of one invoice. */
const keptNote = (sandbox: InProcessSandbox, invoice: Doc<'invoice'>): number =>
  Math.min(
    notedFor(sandbox, invoice.id),
    Math.max(0, keptFor(sandbox, invoice) + coveredBy(invoice)),
  );

/** Pence of an invoice that credit notes gave back as credit. */
function notedFor(sandbox: InProcessSandbox, invoice: string | undefined): number {
  return sandbox
    .all('credit_note')
    .filter((note) => note.invoice === invoice)
    .reduce((sum, { post_payment_amount }) => sum + post_payment_amount, 0);
}

/** Pence of an invoice that can still go back to the card, beside the credit that was given for it. */
export function leftToRefund(sandbox: InProcessSandbox, id: string): number {
  const invoice = sandbox.all('invoice').find((one) => one.id === id);
  if (!invoice) return 0;
  const kept = keptFor(sandbox, invoice);
  return Math.min(kept, kept + coveredBy(invoice) - notedFor(sandbox, id));
}

/** Pence of an invoice that credit paid. */
const coveredBy = ({ total, starting_balance }: Doc<'invoice'>): number =>
  Math.max(0, Math.min(total, -starting_balance));

/** What was invoiced in pounds and stands, the oldest first: what somebody has withdrawn from does not. */
const invoicesOf = (sandbox: InProcessSandbox) => {
  const undone = undoneIn(sandbox).map(({ id }) => id);
  return sandbox
    .all('invoice')
    .toReversed()
    .filter(({ currency }) => currency === 'gbp')
    .filter(({ status }) => status !== 'void')
    .filter(({ id }) => !undone.includes(id));
};

function undoneIn(sandbox: InProcessSandbox): Doc<'invoice'>[] {
  const withdrawn = sandbox.all('subscription').filter(({ metadata }) => metadata.withdrawn_at);
  return sandbox.all('invoice').filter(({ parent, created }) => {
    const id = parent?.subscription_details?.subscription;
    const one = withdrawn.find((subscription) => subscription.id === id);
    return one !== undefined && created >= Number(one.metadata.withdrawn_from);
  });
}

/** Pence of it that stayed, because credit that it gave had been spent on something else. */
function keptOfUndone(sandbox: InProcessSandbox): number {
  return undoneIn(sandbox).reduce((sum, invoice) => sum + keptFor(sandbox, invoice), 0);
}

/** Pence of what was bought that no card was to pay for. */
function spent(sandbox: InProcessSandbox): number {
  return invoicesOf(sandbox).reduce((sum, { lines, amount_due }) => {
    const bought = lines.data.filter(({ amount }) => amount > 0);
    return sum + bought.reduce((total, { amount }) => total + amount, 0) - amount_due;
  }, 0);
}

/** Walks what was sold from the first invoice on, and gives each credit back to the last sale of its time. */
function creditFromKeptMoney(sandbox: InProcessSandbox): number {
  const sold: Sold[] = [];
  for (const invoice of invoicesOf(sandbox)) {
    const lines = invoice.lines.data.map((line) => ({
      invoice,
      subscription: line.parent?.subscription_item_details?.subscription ?? null,
      price: priceOf(line),
      end: line.period.end,
      amount: line.amount,
      credited: 0,
    }));
    for (const credit of lines.filter(({ amount }) => amount < 0)) {
      const sale = sold.findLast(
        ({ subscription, price, end }) =>
          subscription === credit.subscription && price === credit.price && end === credit.end,
      );
      if (!sale) throw new Error(`${invoice.id} credits what was never sold`);
      sale.credited -= credit.amount;
    }
    sold.push(...lines.filter(({ amount }) => amount > 0));
  }
  const missing = new Map(
    sold.map(({ invoice }) => [invoice, invoice.amount_due - keptFor(sandbox, invoice)]),
  );
  return sold.reduce((sum, { credited, invoice }) => {
    // What is missing is missing in the credit first, and once.
    const unkept = Math.min(credited, missing.get(invoice) ?? 0);
    missing.set(invoice, (missing.get(invoice) ?? 0) - unkept);
    return sum + credited - unkept;
  }, 0);
}

function priceOf({ pricing }: Doc<'invoice'>['lines']['data'][number]): string | null {
  const price = pricing?.price_details?.price ?? null;
  return typeof price === 'string' ? price : null;
}

/** Pence of an invoice that cards paid and that nobody has taken back or holds. */
function keptFor(sandbox: InProcessSandbox, invoice: Doc<'invoice'>): number {
  const intents = sandbox
    .all('invoice_payment')
    .filter((link) => link.invoice === invoice.id)
    .map(({ payment }) => payment.payment_intent);
  return sandbox
    .all('charge')
    .filter(({ paid, payment_intent }) => paid && intents.includes(payment_intent ?? ''))
    .reduce((sum, charge) => sum + charge.amount - moneyBack(sandbox, charge, 'held too'), 0);
}
