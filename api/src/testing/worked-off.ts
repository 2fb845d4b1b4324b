import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { stripeEvents } from '../db/schema.ts';

/** Waits until what Stripe has told us of stands in our rows. Throws after `limitMs`. */
export async function workedOff({ db }: Pick<Database, 'db'>, limitMs = 20_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    // A job may still be looking after another one's sync has answered its event.
    const { rows } = await db.execute(sql`
      select id from ${stripeEvents} where processed_at is null
      union all select id::text from pgboss.job
      where name in ('sync-customer', 'remind') and state in ('created', 'retry', 'active')`);
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new Error(`${rows.length} events were not worked off`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
