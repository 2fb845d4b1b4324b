import { endpoints } from 'contract/endpoints';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, person } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let admin: Client;
let product: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  const made = await admin.post('/admin/products/portfolio/keys', { name: 'Queries' });
  product = server.client.withToken(made.body.data.key);
});
afterAll(() => server.close());

const asked = Object.values(endpoints).filter(({ query }) => Object.keys(query.shape).length > 0);

/** Reads what a product asks for as the product does, and all else as an admin does. */
const read = (path: string, query: string) => {
  const address = `${path.replace('{product}', 'portfolio')}?${query}`;
  return (path.startsWith('/products/') ? product : admin).get(address);
};
const pagedLists = asked.flatMap(({ path, query }) => ('pageSize' in query.shape ? [path] : []));

const digits = (most: number, length: number) =>
  fc.nat(most).map((number) => String(number).padStart(length, '0'));
const day = fc.tuple(digits(9_999, 4), digits(13, 2), digits(32, 2));
const yearZero = fc.constant(['0000', '01', '01']);
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
  fc.oneof(yearZero, day).map((parts) => parts.join('-')),
  fc.oneof(yearZero, day).map(([year, month]) => `${year}-${month}`),
  fc.constantFrom('revenue', 'churned', 'trial-ended', 'success', 'active', 'trial', 'asc'),
);

it('any query is answered with rows or a clear refusal, never with a failure of ours', async () => {
  const call = fc
    .constantFrom(...asked)
    .chain(({ path, query }) =>
      fc.tuple(
        fc.constant(path),
        fc.dictionary(fc.constantFrom(...Object.keys(query.shape)), value, { maxKeys: 4 }),
      ),
    );
  await fc.assert(
    fc.asyncProperty(call, async ([path, query]) => {
      const { status } = await read(path, String(new URLSearchParams(query)));
      expect([200, 422]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

it.each(pagedLists)('%s gives at most a hundred rows at once', async (address) => {
  expect((await read(address, 'pageSize=100')).status).toBe(200);
  for (const size of ['101', '0', '-1', '1e9']) {
    expect((await read(address, `pageSize=${size}`)).status).toBe(422);
  }
});

it.each([
  '/user/payments?date_from=2026-02-31',
  '/user/payments?date_to=9999999-01-01',
  '/user/payments?search=%00',
  '/user/payments?date_from=2026-01-01&date_from=2026-02-01',
  '/user/payments?date_from=0000-01-01',
  '/admin/payments?month=0000-01',
  '/admin/subscriptions?figure=churned&month=0000-01',
  '/admin/users?search=%00',
  `/admin/users?search=${'a'.repeat(201)}`,
  '/admin/users?search=a&search=b',
])('%s is refused', async (address) => {
  expect((await admin.get(address)).status).toBe(422);
});

it('a text that is encoded twice is decoded once', async () => {
  const twice = encodeURIComponent(encodeURIComponent('Ünal'));
  await server.client.newUser(person({ first_name: 'Ünal' }));
  const found = async (search: string) =>
    (await admin.get(`/admin/users?search=${search}`)).body.data.count;
  expect(await found(encodeURIComponent('Ünal'))).toBe(1);
  expect(await found(twice)).toBe(0);

  const { user } = await server.client.newUser();
  const escaped = user.id.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);
  expect((await admin.get(`/admin/users/${escaped}`)).status).toBe(200);
  expect((await admin.get(`/admin/users/${escaped.replace('%', '%25')}`)).status).toBe(422);
});
