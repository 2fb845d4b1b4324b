import type { Verdict } from './compare.ts';
import type { Ledger } from './lives.ts';
import { listStripe } from './sandbox.ts';
import type { Stage } from './stage.ts';

interface PaymentRow {
  customer: string;
  email: string;
  invoice: string | null;
  refunded: number;
  isWhole: boolean;
  hasReceipt: boolean;
}

/** What Stripe has of one customer: the invoices that took money, how many charges did, and what went back. */
interface Taken {
  invoices: Set<string>;
  charges: number;
  refunded: number;
}

/** Compares what was charged and given back at Stripe with our payments, and each payment with its receipt. */
export async function compareMoney(stage: Stage, { people }: Ledger): Promise<Verdict> {
  const taken = await takenAtStripe(stage);
  const { rows } = await stage.pool.query<PaymentRow>(
    `select c.id as customer, u.email, p.stripe_invoice_id as invoice, coalesce(p.refunded, 0) as refunded,
        p.status = 'success' as "isWhole",
        exists (select from outgoing_emails m where m.cause = 'payment-receipt:' || p.stripe_invoice_id)
          as "hasReceipt"
      from stripe_customers c join users u on u.id = c.user_id
        left join payments p
          on p.user_id = u.id and p.amount > 0 and p.status in ('success', 'refunded')
      where u.email = any($1)`,
    [people.map(({ email }) => email)],
  );
  return differencesOf(rows, taken);
}

/** What of payments, charges, refunds and receipts is on one side alone. */
export function differencesOf(rows: PaymentRow[], taken: Map<string, Taken>): Verdict {
  const verdict: Verdict = { lost: [], doubled: [] };
  for (const [customer, ours] of Map.groupBy(rows, (row) => row.customer)) {
    const { email } = ours[0] as PaymentRow;
    const theirs = taken.get(customer) ?? { invoices: new Set(), charges: 0, refunded: 0 };
    const known = new Set(ours.flatMap(({ invoice }) => invoice ?? []));
    for (const one of theirs.invoices.difference(known))
      verdict.lost.push(`payment ${email} ${one}`);
    for (const one of known.difference(theirs.invoices))
      verdict.doubled.push(`payment ${email} ${one}`);
    if (theirs.charges > theirs.invoices.size) verdict.doubled.push(`charge ${email}`);
    if (theirs.charges < theirs.invoices.size) verdict.lost.push(`charge ${email}`);
    const refunded = ours.reduce((sum, one) => sum + one.refunded, 0);
    if (refunded < theirs.refunded) verdict.lost.push(`refund ${email}`);
    if (refunded > theirs.refunded) verdict.doubled.push(`refund ${email}`);
    for (const { invoice, isWhole, hasReceipt } of ours) {
      // Of what had gone back before it was known nobody is told that it was paid.
      if (invoice && isWhole && !hasReceipt) verdict.lost.push(`receipt ${email} ${invoice}`);
    }
  }
  return verdict;
}

async function takenAtStripe(stage: Stage): Promise<Map<string, Taken>> {
  const all = new Map<string, Taken>();
  const of = (customer: string): Taken => {
    const one = all.get(customer) ?? { invoices: new Set<string>(), charges: 0, refunded: 0 };
    all.set(customer, one);
    return one;
  };
  for await (const page of listStripe(stage, 'invoices?status=paid')) {
    for (const { id, customer = '', amount_paid = 0 } of page) {
      if (amount_paid > 0) of(customer).invoices.add(id);
    }
  }
  for await (const page of listStripe(stage, 'charges')) {
    for (const { status, customer = '', amount_refunded = 0 } of page) {
      if (status !== 'succeeded') continue;
      of(customer).charges += 1;
      of(customer).refunded += amount_refunded;
    }
  }
  return all;
}
