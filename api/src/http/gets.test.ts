import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accessTable } from '../testing/access-table.ts';
import type { Client } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { advanceDays, subscribe } from '../testing/subscriber.ts';

let server: TestServer;
const callers: Record<string, Client> = {};
const ids: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer();
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  const admin = await server.admin();
  const made = await admin.post('/admin/products/portfolio/keys', { name: 'Reading' });
  const product = server.client.withToken(made.body.data.key);
  Object.assign(callers, { visitor: server.client, user: client, admin, product });
  // After its trial the first payment is there.
  await advanceDays(server, 40);
  const paid = async () => (await client.get('/user/payments')).body.payments;
  const payment = await vi.waitUntil(async () => (await paid())[0], { timeout: 20_000 });
  Object.assign(ids, { '/user/payments/{id}': payment.id, '/admin/users/{id}': user.id });
  // Whoever reads a product's list first gives its rows their places in it (decided once, and shown to nobody).
  await product.get('/products/portfolio/access');
  Object.assign(ids, { '{product}': 'portfolio', '{user_id}': user.id });
});
afterAll(() => server.close());

/**
 * Every row of every table of ours, as one text for each table; without what says that somebody was here: when a
 * session was last used, who read what of others (product S506), and how often somebody asked.
 */
async function everything(): Promise<Record<string, string>> {
  const { db } = server.services;
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'`,
  );
  const tables = rows.map(async ({ name }) => {
    const table = sql.identifier(name);
    const digest = await db.execute<{ digest: string }>(
      sql`select coalesce(string_agg(row, '' order by row), '') as digest from (
        select (to_jsonb(one) - 'last_used_at')::text as row from ${table} as one
        where coalesce(to_jsonb(one) ->> 'action', '') not in
          ('user.opened', 'list.opened', 'access.refused')
      ) as rows`,
    );
    return [name, digest.rows[0]?.digest ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** The same once nothing works on it any more: what was bought is told on by jobs. */
async function settled(): Promise<Record<string, string>> {
  let before = await everything();
  await expect
    .poll(
      async () => {
        const now = await everything();
        const isSame = JSON.stringify(now) === JSON.stringify(before);
        before = now;
        return isSame;
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toBe(true);
  return before;
}

it('no GET changes anything, whoever asks', async () => {
  const gets = Object.keys(accessTable).flatMap((route) =>
    route.startsWith('GET /api') ? [route.slice('GET /api'.length)] : [],
  );
  const addresses = gets.map((path) =>
    Object.entries(ids).reduce((filled, [part, id]) => {
      return filled.replace(part, part.replace(/\{\w+\}/, id));
    }, path),
  );
  expect(addresses.filter((address) => address.includes('{'))).toEqual([]);
  const before = await settled();
  expect(Object.keys(before)).toContain('subscriptions');
  const answered = new Set<string>();
  for (const address of addresses) {
    for (const client of Object.values(callers)) {
      const { status } = await client.get(address);
      if (status < 300) answered.add(address);
    }
  }
  // The downloads by a key, and a statement, which wants its days, are refused without.
  expect(addresses.filter((address) => !answered.has(address))).toEqual([
    ...['/user/statement', '/admin/exports/download', '/user/export'],
  ]);
  expect(await settled()).toEqual(before);
});
