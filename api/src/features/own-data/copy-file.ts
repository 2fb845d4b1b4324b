import { brand } from 'contract/brand';
import { strToU8, zip } from 'fflate';
import type { Owner } from '../../db/own-copy-parts.ts';
import { readOwnCopy } from '../../db/read-own-copy.ts';
import { Unavailable } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { detailsOf } from '../billing/invoice-details/service.ts';
import { type Cell, csvLine } from '../exports/csv.ts';

const readMe = (at: Date): string =>
  [
    `This is everything that ${brand.company} knew about you on ${at.toISOString()} (UTC).`,
    '',
    'your-data.json  your account, invoice details, sessions, agreements, subscriptions, payments, emails to you and security records',
    'payments.csv    your payments, for a spreadsheet',
    '',
    'Times are in UTC, amounts in pounds. Card details are not in it: they are at Stripe, where',
    '"Update card" under My Subscriptions shows them. Nor is what you put into the products themselves.',
    `Questions: ${brand.supportEmail}`,
    '',
  ].join('\r\n');

const columns = ['paidAt', 'productId', 'planId', 'amount', 'refunded', 'status'] as const;
const titles = ['Date', 'Product', 'Plan', 'Amount', 'Refunded', 'Status', 'Invoice'];

/** A copy of everything that is known of somebody, as a zip file. */
export async function makeCopyFile(
  services: Services,
  owner: Owner,
  at: Date,
): Promise<Uint8Array> {
  const invoiceDetails = await keptAtStripe(services, owner);
  const data = await readOwnCopy(services.db, owner);
  const payments = (data.payments ?? []) as Record<string, Cell | Date>[];
  const lines = payments.map((payment) =>
    csvLine([...columns, 'stripeInvoiceId'].map((column) => cellOf(payment[column]))),
  );
  const files = {
    'read-me.txt': readMe(at),
    'your-data.json': JSON.stringify({ madeAt: at, invoiceDetails, ...data }, null, 2),
    // With the mark by which Excel knows UTF-8.
    'payments.csv': `\uFEFF${csvLine(titles)}${lines.join('')}`,
  };
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return new Promise((resolve, reject) =>
    zip(Object.fromEntries(packed), { mtime: at }, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    ),
  );
}

/** Who their invoices are for, which Stripe keeps for us; a copy does not wait until Stripe is back. */
async function keptAtStripe(services: Services, { id }: Owner) {
  try {
    return await detailsOf(services, id);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return 'Stripe, which keeps them, could not be reached. Ask for another copy to have them.';
  }
}

function cellOf(value: Cell | Date | undefined): Cell {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
