import { deepStrictEqual as same } from 'node:assert/strict';
import { formatPence } from 'contract/format';
import type { Doc, InProcessSandbox } from 'stripe-sandbox/in-process';

/** Pence: what is less than this Stripe asks for with the next invoice. */
export const leastCharge = 30;

/** Pence that Stripe is about to charge for a period that has begun, and that credit pays beside it. */
export interface UnderWay {
  charged: number;
  credit: number;
}

const isComing = ({ status, auto_advance }: Doc<'invoice'>): boolean =>
  status === 'draft' && auto_advance === true;

const idOf = ({ parent }: Doc<'invoice'>): string | undefined =>
  parent?.subscription_details?.subscription?.toString();

/**
 * What the invoices that are drafts for an hour will ask for, from Stripe's documents alone: each takes of the
 * credit that those before it leave. Null where a subscription has none.
 */
export function underWayOf(sandbox: InProcessSandbox, id: string): UnderWay | null {
  const one = sandbox.all('subscription').find((subscription) => subscription.id === id);
  const owner = sandbox.all('customer').find((customer) => customer.id === one?.customer);
  if (one?.status !== 'active' || !owner) return null;
  let left = -owner.balance;
  const due = { charged: 0, credit: 0 };
  for (const invoice of sandbox.all('invoice').toReversed()) {
    if (!isComing(invoice) || invoice.customer !== owner.id) continue;
    const credit = Math.min(invoice.total, Math.max(0, left));
    const owed = invoice.total - left;
    const isCharged = owed >= leastCharge;
    left = isCharged ? 0 : -owed;
    if (idOf(invoice) !== id) continue;
    due.charged += isCharged ? owed : 0;
    due.credit += credit;
  }
  return due.charged + due.credit > 0 ? due : null;
}

/** Who cancels is told what is still charged, by the answer and by the mail, and of nothing else. */
export function checkStillCharged(
  sandbox: InProcessSandbox,
  id: string,
  said: { message?: string; mail?: object },
) {
  const due = underWayOf(sandbox, id);
  const { message = '', mail } = said;
  const charged = /still charged: (£[\d,.]+\d)/.exec(message)?.[1];
  const credit = /(?:after|has just begun:) (£[\d,.]+\d)(?: of credit)?\.$/.exec(message)?.[1];
  const shown = (pence: number | undefined) => (pence ? formatPence(pence) : undefined);
  same([charged, credit], [shown(due?.charged), shown(due?.credit)], 'what is still charged');
  if (!mail) return;
  const { underWay = null } = mail as { underWay?: UnderWay };
  same(underWay && { ...underWay }, due, 'what the mail of an end says is still charged');
}

/** Remembers what is about to be charged; answers what compares it, once the hour is over, with what Stripe asked for. */
export function rememberDrafts(sandbox: InProcessSandbox): { until: number; compare(): void } {
  const drafts = sandbox.all('invoice').filter(isComing);
  const ids = new Set(drafts.flatMap((invoice) => idOf(invoice) ?? []));
  const told = [...ids].map((id) => ({ id, due: underWayOf(sandbox, id) }));
  return {
    until: Math.max(0, ...drafts.map(({ next_payment_attempt: at }) => (at ?? 0) + 60)),
    compare() {
      for (const { id, due } of told) {
        const own = drafts.filter((invoice) => idOf(invoice) === id);
        const now = own.map((draft) => sandbox.all('invoice').find((one) => one.id === draft.id));
        // What ended within the hour is not charged.
        if (!due || now.some((invoice) => !invoice || invoice.status === 'draft')) continue;
        const asked = now.reduce((sum, invoice) => sum + (invoice?.amount_due ?? 0), 0);
        same(asked, due.charged, `what is asked for of what ${id} was told is still charged`);
      }
    },
  };
}
