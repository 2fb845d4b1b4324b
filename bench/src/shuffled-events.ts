import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plans } from 'contract/catalogue';
import pg from 'pg';
import Stripe from 'stripe';
import { startSandbox } from 'stripe-sandbox';
import { createPrices } from '../../api/src/features/billing/stripe/setup/prices.ts';
import { appUrl, startApp, webhookSecret } from './lib/app.ts';
import type { Row } from './report.ts';

const wanted = 10_000;
const copies = 3;
const customers = 250;
const connections = 20;

/**
 * Ten thousand events of customers' lives, three copies of each, in any order: how long until all
 * are worked off, and how many rows then differ from Stripe.
 */
export async function shuffledEvents(databaseUrl: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const sandbox = await startSandbox();
  const app = await startApp({ databaseUrl, dataDir, stripeUrl: sandbox.url });
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const { port } = sandbox;
  const stripe = new Stripe('sk_test_bench', { host: '127.0.0.1', port, protocol: 'http' });
  try {
    const events = await liveThrough(stripe, sandbox.url, database);
    const sent = shuffle(Array.from({ length: copies }, () => events).flat());
    const began = performance.now();
    await Promise.all(Array.from({ length: connections }, () => sendFrom(sent)));
    const accepted = seconds(began);
    await untilWorkedOff(database);
    const worked = seconds(began);
    const mismatches = await countMismatches(stripe, database);
    const what = `${events.length} shuffled events of ${customers} customers, ${copies} copies each`;
    return [
      { what: `${what}: accepted in`, figure: `${accepted.toFixed(1)} s` },
      { what: 'all worked off, from the first one sent', figure: `${worked.toFixed(1)} s` },
      { what: 'events worked off per second', figure: (events.length / worked).toFixed(0) },
      { what: 'rows that then differ from Stripe', figure: String(mismatches) },
    ];
  } finally {
    await database.end();
    await app.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true });
  }
}

const seconds = (since: number): number => (performance.now() - since) / 1_000;

/** Customers of all plans with cards that pay and cards that fail, over half a year. */
async function liveThrough(stripe: Stripe, sandboxUrl: string, database: pg.Pool) {
  const prices = createPrices(stripe);
  await prices.syncCatalogue();
  for (let n = 0; n < customers; n += 1) await addCustomer(stripe, prices, database, n);
  const events: Stripe.Event[] = [];
  while (events.length < wanted) {
    const answer = await fetch(`${sandboxUrl}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_days: 15 }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    events.length = 0;
    for await (const event of stripe.events.list({ limit: 100 })) events.push(event);
  }
  return events.slice(0, wanted);
}

async function addCustomer(
  stripe: Stripe,
  prices: ReturnType<typeof createPrices>,
  database: pg.Pool,
  n: number,
): Promise<void> {
  const userId = randomUUID();
  const customer = await stripe.customers.create({ metadata: { user_id: userId } });
  await database.query(
    `insert into users (id, email, first_name, last_name, password_hash, role)
     values ($1, $2, 'Bench', 'Webhook', '-', 'user')`,
    [userId, `webhook${n}@bench.test`],
  );
  await database.query('insert into stripe_customers (id, user_id) values ($1, $2)', [
    customer.id,
    userId,
  ]);
  const token = n % 5 === 0 ? 'pm_card_chargeCustomerFail' : 'pm_card_visa';
  const card = await stripe.paymentMethods.attach(token, { customer: customer.id });
  const plan = plans[n % plans.length];
  if (!plan) throw new Error('no plan');
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: await prices.idOf(plan) }],
    default_payment_method: card.id,
    trial_period_days: 7,
  });
  if (n % 7 === 0) {
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  }
}

/** Takes event after event from what is left to send. */
async function sendFrom(events: Stripe.Event[]): Promise<void> {
  for (let event = events.pop(); event; event = events.pop()) {
    const payload = JSON.stringify(event);
    const answer = await fetch(`${appUrl}/api/webhooks/stripe`, {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload,
          secret: webhookSecret,
        }),
      },
    });
    await answer.body?.cancel();
    if (answer.status !== 200) throw new Error(`webhook: ${answer.status}`);
  }
}

/** Waits until every stored event has been followed. Throws when for a minute none of them was. */
export async function untilWorkedOff(database: pg.Pool): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let since = performance.now(); ; ) {
    const { rows } = await database.query(
      'select count(*)::int as waiting from stripe_events where processed_at is null',
    );
    const { waiting } = rows[0];
    if (waiting === 0) return;
    if (waiting < fewest) [fewest, since] = [waiting, performance.now()];
    if (seconds(since) > 60) throw new Error(`${waiting} events are not worked off`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Compared by nothing of the server's own code. */
async function countMismatches(stripe: Stripe, database: pg.Pool): Promise<number> {
  const { rows: held } = await database.query(
    'select stripe_id, stripe_status, period_end, cancel_at_period_end from subscriptions',
  );
  const { rows: paid } = await database.query(
    'select stripe_invoice_id, status, amount from payments',
  );
  const ours = new Set([
    ...held.map((row) => text(row.stripe_id, row.stripe_status, row.period_end.getTime() / 1_000)),
    ...paid.map((row) => text(row.stripe_invoice_id, row.status, row.amount)),
  ]);
  const theirs = new Set<string>();
  for await (const one of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
    theirs.add(text(one.id, one.status, one.items.data[0]?.current_period_end));
  }
  for await (const one of stripe.invoices.list({ limit: 100 })) {
    if (one.total === 0) continue;
    theirs.add(text(one.id, one.status === 'paid' ? 'success' : 'failed', one.total));
  }
  return ours.symmetricDifference(theirs).size;
}

function text(...parts: unknown[]): string {
  return parts.join(' ');
}

function shuffle<T>(list: T[]): T[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [list[last], list[other]] = [list[other] as T, list[last] as T];
  }
  return list;
}
