import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditLog, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { fillWithCrowd } from '../../testing/crowd.ts';
import { parseCsv } from '../../testing/csv.ts';
import { type ListName, type ListPage, readAll } from '../../testing/lists.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  await fillWithCrowd(server.services.db);
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

async function ticketFor(list: string, query: object = {}, by = admin): Promise<string> {
  const { status, body } = await by.post('/admin/exports', { list, query });
  expect(status).toBe(200);
  return body.url;
}

/** Opens the address as a browser does, without a session. */
const open = (url: string) => fetch(server.url + url);

/** The text as it came: `text()` of a response would swallow the mark at its beginning. */
async function download(list: string, query: object = {}) {
  const response = await open(await ticketFor(list, query));
  expect(response.status).toBe(200);
  const file = Buffer.from(await response.arrayBuffer()).toString();
  return { headers: response.headers, file, lines: parseCsv(file) };
}

describe('a list as a file', () => {
  it('is UTF-8 that a spreadsheet knows for such, with a header, to be saved under its name', async () => {
    const { headers, file, lines } = await download('users');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.startsWith('\uFEFFId,First name,Last name,Email,Role,Status,Joined\r\n')).toBe(
      true,
    );
    expect(file).toContain('Zoé');
    expect(lines.every((cells) => cells.length === 7)).toBe(true);
  });

  it.each<[ListName, Record<string, string>]>([
    ['users', {}],
    ['users', { search: 'an', isActive: 'true', role: 'user', sortBy: 'name', sortOrder: 'asc' }],
    ['users', { holds: 'trial' }],
    ['users', { search: 'nobody at all' }],
    ['subscriptions', {}],
    ['subscriptions', { status: 'active', plan: 'yearly', sortBy: 'price' }],
    ['subscriptions', { figure: 'trial-ended', month: '2026-04', search: 'a' }],
    ['payments', {}],
    ['payments', { status: 'success', search: 'ann', sortBy: 'amount', sortOrder: 'asc' }],
    ['payments', { figure: 'revenue', month: '2026-10' }],
  ])('%s: holds the rows of the list for %o, in its order', async (list, query) => {
    const shown = await readAll(admin, list, { ...query, pageSize: '100' });
    const { lines } = await download(list, query);
    expect(lines.slice(1).map(([id]) => id)).toEqual(shown.ids);
  });

  const user = ['First name', 'Last name', 'Email'];
  it.each<[ListName, string[], (row: ListPage['rows'][number]) => string[]]>([
    [
      'users',
      ['Id', ...user, 'Role', 'Status', 'Joined'],
      (row) => [
        ...[row.id, row.first_name, row.last_name, row.email, row.role],
        ...[row.isActive ? 'active' : 'inactive', row.created_at],
      ],
    ],
    [
      'subscriptions',
      ['Id', ...user, 'Product', 'Plan', 'Price', 'Status', 'Trial end', 'Start', 'End'],
      ({ user, product, pricing_plan, ...row }) => [
        ...[row.id, user.first_name, user.last_name, user.email, product.name],
        ...[pricing_plan.plan_name, String(pricing_plan.price), row.status],
        ...[row.trial_end_date ?? '', row.start_date, row.end_date ?? ''],
      ],
    ],
    [
      'payments',
      ['Id', ...user, 'Product', 'Plan', 'Amount', 'Refunded', 'Status', 'Date'],
      ({ user, subscription, ...row }) => [
        ...[row.id, user.first_name, user.last_name, user.email, subscription.product.name],
        ...[subscription.pricing_plan.plan_name, String(row.amount), String(row.refunded)],
        ...[row.status, row.payment_date],
      ],
    ],
  ])('says of each of the %s what the list says', async (list, titles, cellsOf) => {
    const { first } = await readAll(admin, list, { pageSize: '100' });
    const { lines } = await download(list);
    expect(lines.slice(0, first.rows.length + 1)).toEqual([titles, ...first.rows.map(cellsOf)]);
  });

  it('runs nothing in a spreadsheet', async () => {
    const names = ['=HYPERLINK("http://x")', '+44 7', '-1', '@SUM(A1)', '\tx', ' =1', '＝1'];
    const rows = names.map((lastName, n) => ({
      ...{ id: crypto.randomUUID(), firstName: 'Formula', lastName, email: `=${n}@formula.test` },
      ...{ passwordHash: '-', role: 'user' as const },
    }));
    await server.services.db.insert(users).values(rows);
    const { lines } = await download('users', { search: 'formula.test' });
    const shown = lines.slice(1).flatMap(([, , lastName, email]) => [lastName, email]);
    expect(shown.toSorted()).toEqual(
      [...names, ...rows.map(({ email }) => email)].map((text) => `'${text}`).toSorted(),
    );
  });

  it('is on record with its filters', async () => {
    const { db } = server.services;
    await ticketFor('payments', { status: 'failed' });
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'list.exported'));
    expect(entries.map(({ target }) => target)).toContainEqual(
      expect.stringMatching(/^payments .*"status":"failed"/),
    );
  });

  it('says once it is downloaded how many rows were given away', async () => {
    const { db } = server.services;
    await server.client.newUser({ last_name: 'Quillfeather' });
    const file = await fetch(
      `${server.url}${await ticketFor('users', { search: 'quillfeather' })}`,
    );
    await file.text();
    const given = eq(auditLog.action, 'list.fetched');
    await expect
      .poll(() => db.select().from(auditLog).where(given))
      .toContainEqual(
        expect.objectContaining({
          target: expect.stringMatching(/^users .*"search":"quillfeather"/),
          detail: '1 row',
          actorId: expect.any(String),
        }),
      );
  });

  it('is refused with a filter or a list that does not exist', async () => {
    for (const body of [
      { list: 'passwords' },
      { list: 'users', query: { sortBy: 'password_hash' } },
      { list: 'payments', query: { status: 'lost' } },
      { list: 'users', limit: 5 },
      {},
    ]) {
      expect([body, (await admin.post('/admin/exports', body)).status]).toEqual([body, 422]);
    }
  });
});

describe('a ticket', () => {
  const opened = async (url: string) => (await open(url)).status;

  it('works for a minute and no longer', async () => {
    const [url, another] = [await ticketFor('users'), await ticketFor('users')];
    vi.useFakeTimers({ now: Date.now() + 55_000, toFake: ['Date'] });
    expect(await opened(url)).toBe(200);
    vi.setSystemTime(Date.now() + 6_000);
    expect(await opened(another)).toBe(404);
  });

  it('works once, also for two at the same moment', async () => {
    const url = await ticketFor('users');
    const statuses = await Promise.all([opened(url), opened(url), opened(url)]);
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
    expect(await opened(url)).toBe(404);
  });

  it('is worthless once its session has ended', async () => {
    const { client, user } = await server.client.newUser();
    const { db } = server.services;
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
    const url = await ticketFor('users', {}, client);
    await client.post('/logout');
    expect(await opened(url)).toBe(404);
  });

  it('cannot be made up, changed or left out', async () => {
    const url = await ticketFor('users', { role: 'user' });
    const ticket = url.split('ticket=')[1] ?? '';
    const [body = '', signature = ''] = ticket.split('.');
    const content = JSON.parse(Buffer.from(body, 'base64url').toString());
    const with_ = (change: object) =>
      Buffer.from(JSON.stringify({ ...content, ...change })).toString('base64url');
    const forged = [
      `${with_({ until: content.until + 60_000 })}.${signature}`,
      `${with_({ content: { ...content.content, request: { list: 'payments', query: {} } } })}.${signature}`,
      `${body}.${signature.slice(0, -2)}`,
      `${body}.`,
      body,
      '',
      '.',
      'a.b.c',
    ];
    for (const one of forged) {
      expect([one, await opened(`/api/admin/exports/download?ticket=${one}`)]).toEqual([one, 404]);
    }
    expect(await opened('/api/admin/exports/download')).toBe(404);
    expect(await opened(`/api/admin/exports/download?ticket=${ticket}&ticket=${ticket}`)).toBe(404);
    expect(await opened(url)).toBe(200);
  });

  it('is no session, and a session is no ticket', async () => {
    const ticket = (await ticketFor('users')).split('ticket=')[1] ?? '';
    expect((await server.client.withToken(ticket).get('/admin/users')).status).toBe(401);
    const { token } = await server.client.newUser();
    expect(await opened(`/api/admin/exports/download?ticket=${token}`)).toBe(404);
  });

  it.each([
    ['demoted', { role: 'user' as const }],
    ['deactivated', { isActive: false }],
  ])('of an admin who was %s since opens nothing', async (_, change) => {
    const { db } = server.services;
    const { client, user } = await server.client.newUser();
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
    expect(await opened(await ticketFor('users', {}, client))).toBe(200);
    const url = await ticketFor('users', {}, client);
    await db.update(users).set(change).where(eq(users.id, user.id));
    expect(await opened(url)).toBe(404);
  });
});
