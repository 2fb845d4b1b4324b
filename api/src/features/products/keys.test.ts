import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, productKeys } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { askProducts, keyOf, type ProductKeys, startAsked } from '../../testing/product.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let keys: ProductKeys;
beforeAll(async () => {
  ({ server, admin, keys } = await startAsked());
});
afterAll(() => server.close());

const make = (product: string, body: object) => admin.post(`/admin/products/${product}/keys`, body);
const ask = (path: string, key = keys.portfolio) => askProducts(server, path, { key });

it('keys are shown once, kept as a hash, and two at once are live', async () => {
  const second = await keyOf(admin, 'portfolio', 'The next one');
  expect(second).toMatch(/^pk_portfolio_[\w-]{43}$/);
  const third = await make('portfolio', { name: 'One too many' });
  expect([third.status, third.body.message]).toEqual([
    409,
    'Two keys of this product are live. End one of them first.',
  ]);
  const listed = (await admin.get('/admin/products/portfolio/keys')).body.data;
  expect(listed).toHaveLength(2);
  expect(JSON.stringify(listed)).not.toContain(second);
  expect(listed[0]).toMatchObject({
    ...{ name: 'The next one', ending: second.slice(-4), expires_at: null, last_used_at: null },
  });
  const kept = JSON.stringify(await server.services.db.select().from(productKeys));
  expect(kept).not.toContain(second);
  expect((await ask('portfolio/access', second)).status).toBe(200);
  expect((await ask('portfolio/access')).status).toBe(200);
  const used = (await admin.get('/admin/products/portfolio/keys')).body.data[0].last_used_at;
  expect(Date.now() - Date.parse(used)).toBeLessThan(10_000);

  const ended = await admin.delete(`/admin/products/portfolio/keys/${listed[0].id}`);
  expect([ended.status, ended.body.message]).toEqual([200, 'Key ended']);
  expect((await ask('portfolio/access', second)).status).toBe(401);
  const [written] = await server.services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'product-key.ended'));
  expect(written?.detail).toBe(`The next one (${listed[0].id})`);
  expect(server.logged.join()).not.toContain(second);
});

it('keys run out when they are to, and make room', async () => {
  const passed = await make('portfolio', { name: 'Late', expires_at: '2020-01-01T00:00:00Z' });
  expect([passed.status, passed.body.message]).toEqual([422, 'Choose a time to come']);
  const soon = new Date(Date.now() + 60_000).toISOString();
  const { body } = await make('portfolio', { name: 'For a minute', expires_at: soon });
  expect((await ask('portfolio/access', body.data.key)).status).toBe(200);
  await server.services.db
    .update(productKeys)
    .set({ expiresAt: sql`now()` })
    .where(eq(productKeys.id, body.data.id));
  expect((await ask('portfolio/access', body.data.key)).status).toBe(401);
  expect((await make('portfolio', { name: 'In its place' })).status).toBe(200);
});

it('keys need a name, and belong to their product', async () => {
  expect((await make('cataract', { name: ' ' })).body.data.fields).toEqual({
    name: 'Enter a name',
  });
  expect((await make('cataract', { name: 'A', expires_at: 'soon' })).status).toBe(422);
  const [{ id }] = (await admin.get('/admin/products/cataract/keys')).body.data;
  expect((await admin.delete(`/admin/products/portfolio/keys/${id}`)).status).toBe(404);
  const made = await Promise.all([1, 2, 3].map(() => make('cataract', { name: 'At once' })));
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});
