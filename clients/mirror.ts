import { createRequire } from 'node:module';
import pg from 'pg';
import type { World } from '../api/src/testing/model/world.ts';
import type { Mirror } from './comparison.ts';
import { stripeOver } from './stripe-over.ts';

/** As a module of the platform it does not find its own migrations. */
const { runMigrations, StripeSync } = createRequire(import.meta.url)(
  '@supabase/stripe-sync-engine',
) as typeof import('@supabase/stripe-sync-engine');

const secret = 'whsec_clients_0123456789abcdef';

/** Everything the engine can fetch anew when an event tells of it, so that order does not matter. */
const revalidated = [
  ...['charge', 'customer', 'dispute', 'invoice', 'payment_intent', 'payment_method', 'plan'],
  ...['price', 'product', 'refund', 'setup_intent', 'subscription', 'subscription_schedule'],
] as const;

/** The engine on an empty database of a server, with what the sandbox has at its begin. */
export async function openMirror(world: World, server: string): Promise<Mirror> {
  const databaseUrl = new URL(server);
  databaseUrl.pathname = '/mirror';
  const connectionString = databaseUrl.href;
  const administrator = new pg.Client({ connectionString: server });
  await administrator.connect();
  await administrator.query('create database mirror');
  await administrator.end();
  await runMigrations({ databaseUrl: connectionString, schema: 'stripe' });
  const sync = new StripeSync({
    stripeSecretKey: 'sk_test_clients',
    stripeWebhookSecret: secret,
    poolConfig: { connectionString, max: 4 },
    revalidateObjectsViaStripeApi: [...revalidated],
  });
  sync.stripe = stripeOver(world.sandbox);
  // It dates rows by the machine's clock and by that of events, which the sandbox has moved ahead.
  // What it fetches at the beginning it dates by the machine's clock in any case.
  let moment = 0;
  const dated = sync as unknown as { getSyncTimestamp: () => string };
  dated.getSyncTimestamp = () => {
    moment = Math.max(moment + 1, Date.now());
    return new Date(moment).toISOString();
  };
  await sync.syncBackfill({ object: 'all' });
  const pool = new pg.Pool({ connectionString, max: 2 });
  const unhandled = new Set<string>();
  return {
    unhandled,
    rows: async (sql, values = []) => (await pool.query(sql, values)).rows,
    async follow() {
      for (const event of world.sandbox.all('event').toReversed()) {
        const payload = JSON.stringify(event);
        const signature = world.stripe.webhooks.generateTestHeaderString({ payload, secret });
        try {
          await sync.processWebhook(payload, signature);
        } catch (error) {
          if (!String(error).includes('Unhandled webhook event')) throw error;
          unhandled.add(event.type);
        }
      }
    },
    async close() {
      await pool.end();
      await sync.close();
    },
  };
}
