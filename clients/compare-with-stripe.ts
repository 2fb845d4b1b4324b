import type { World } from '../api/src/testing/model/world.ts';
import type { Kind } from '../stripe-sandbox/src/in-process.ts';
import type { Comparison, Mirror } from './comparison.ts';
import { stripeOver } from './stripe-over.ts';

type Row = Record<string, unknown>;

const TABLES: Record<string, { kind: Kind; path: string }> = {
  charges: { kind: 'charge', path: 'charges' },
  checkout_sessions: { kind: 'checkout.session', path: 'checkout/sessions' },
  customers: { kind: 'customer', path: 'customers' },
  disputes: { kind: 'dispute', path: 'disputes' },
  invoices: { kind: 'invoice', path: 'invoices' },
  payment_intents: { kind: 'payment_intent', path: 'payment_intents' },
  payment_methods: { kind: 'payment_method', path: 'payment_methods' },
  prices: { kind: 'price', path: 'prices' },
  products: { kind: 'product', path: 'products' },
  refunds: { kind: 'refund', path: 'refunds' },
  setup_intents: { kind: 'setup_intent', path: 'setup_intents' },
  subscriptions: { kind: 'subscription', path: 'subscriptions' },
};

/** Compares each column of each table that follows events with what the sandbox answers now. */
export async function compareWithStripe(world: World, mirror: Mirror): Promise<Comparison> {
  const stripe = stripeOver(world.sandbox);
  const outcome: Comparison = { fields: 0, differences: [] };
  for (const [table, { kind, path }] of Object.entries(TABLES)) {
    for (const { id } of world.sandbox.all(kind) as { id: string }[]) {
      const answer = (await stripe.rawRequest('GET', `/v1/${path}/${id}`)) as unknown as Row;
      // Stripe tells of a session once it is paid or over.
      if (kind === 'checkout.session' && answer.status === 'open') continue;
      const [row] = await mirror.rows(`select * from stripe.${table} where id = $1`, [id]);
      // Nor of a test card that was looked at and never belonged to anybody.
      if (kind === 'payment_method' && answer.customer === null && !row) continue;
      if (!row) {
        outcome.differences.push(`${table} ${id}: missing`);
        continue;
      }
      for (const [column, value] of Object.entries(row)) {
        if (answer[column] === undefined) continue;
        outcome.fields += 1;
        const [mirrored, answered] = [text(value), text(answer[column])];
        if (mirrored === answered) continue;
        outcome.differences.push(`${table} ${id}.${column}: ${mirrored}, not ${answered}`);
      }
    }
  }
  return outcome;
}

/**
 * A value as text, with the fields of hashes in one order. Numbers are text where columns are, and the
 * engine writes a decimal of newer clients with quotation marks.
 */
function text(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  // The engine has some hashes in columns of text.
  if (typeof value === 'string' && value.startsWith('{')) return text(JSON.parse(value));
  if (typeof value !== 'object') return String(value).replace(/^"(.*)"$/, '$1');
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${name}:${text(one)}`).join()}}`;
}
