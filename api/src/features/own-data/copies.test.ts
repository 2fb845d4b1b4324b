import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Parts } from '../../db/own-copy-parts.ts';
import { auditLog, dataCopies, type sessions, users } from '../../db/schema.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import { type Client, person } from '../../testing/client.ts';
import { parseCsv } from '../../testing/csv.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { advanceDays, subscribe } from '../../testing/subscriber.ts';
import { keepRetention } from '../retention/service.ts';
import { makeCopy } from './copies.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

const subject = 'The copy of your data is ready';

/** Asks for a copy, and answers the address it is mailed under. */
async function link(client: Client, email: string): Promise<string> {
  expect((await client.post('/user/export')).status).toBe(202);
  const { text } = await untilMail(mailbox, email, subject);
  const token = /\/user\/account\/export\?token=(\S+)/.exec(text)?.[1] ?? '';
  return `/user/export?token=${token}`;
}

async function open(path: string, token: string) {
  const response = await fetch(`${server.url}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const files = Object.entries(response.ok ? unzipSync(bytes) : {});
  return {
    status: response.status,
    headers: response.headers,
    files: Object.fromEntries(files.map(([name, file]) => [name, Buffer.from(file).toString()])),
  };
}

it('a column for which nothing is decided is refused by the compiler', () => {
  const part = { copied: true } as const;
  const whole: Parts<typeof sessions> = {
    ...{ id: { internal: 'an example' }, userId: part },
    ...{ expiresAt: part, createdAt: part, device: part, lastUsedAt: part, provedAt: part },
    viewerSessionId: part,
  };
  const { createdAt: _, ...others } = whole;
  // @ts-expect-error: createdAt is neither copied nor internal
  const lacking: Parts<typeof sessions> = others;
  // @ts-expect-error: to be left out, a column needs a reason
  const silent: Parts<typeof sessions> = { ...whole, userId: {} };
  expect([lacking, silent]).toHaveLength(2);
});

it('holds everything about oneself, the payments as CSV too, and no secret', async () => {
  const { db } = server.services;
  const someone = person({ first_name: 'Zoë', last_name: 'Quayle' });
  const { client, user, token } = await server.client.newUser(someone);
  const other = await server.client.newUser({ last_name: 'Stranger' });
  await server.client.post('/login', { email: user.email, password: 'Not-the-1st' });
  const admin = await server.admin();
  await subscribe(client, 'portfolio', 'monthly');
  await subscribe(other.client, 'cataract', 'monthly');
  await advanceDays(server, 31);
  await admin.put(`/admin/users/${user.id}`, { last_name: 'Quayle-Shah' });
  const organisation = 'Whittle NHS Trust';
  const billed = { name: 'Zoë Quayle', line1: '2 Guy Street', city: 'Leeds', country: 'GB' };
  const rest = { organisation, line2: '', postcode: 'LS1 4HR', vat_number: '', reference: 'PO-77' };
  expect((await client.put('/user/invoice-details', { ...billed, ...rest })).status).toBe(200);

  const { status, headers, files } = await open(await link(client, user.email), token);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="your-data-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(headers.get('cache-control')).toContain('no-store');
  const data = JSON.parse(files['your-data.json'] ?? '');
  expect(data.account).toEqual([
    expect.objectContaining({ email: user.email, firstName: 'Zoë', lastName: 'Quayle-Shah' }),
  ]);
  expect(data.invoiceDetails).toEqual({ ...billed, ...rest });
  expect(data.subscriptions).toEqual([
    expect.objectContaining({ productId: 'Portfolio Builder', amount: 24.99, hasAccess: true }),
  ]);
  expect(data.payments).toEqual([expect.objectContaining({ amount: 24.99, status: 'success' })]);
  const did = data.securityRecords.map(({ action, actorId }: Record<string, string>) => [
    action,
    actorId,
  ]);
  expect(did).toEqual(
    expect.arrayContaining([
      ['login.refused', 'nobody who was logged in'],
      ['user.changed', 'an administrator'],
      ['data.copied', 'you'],
    ]),
  );
  expect(data.agreements).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'subscription', address: '127.0.0.1', startAtOnce: true },
      planId: data.subscriptions[0].planId,
    }),
  );
  expect(data.emailsToYou.length).toBeGreaterThan(0);
  const lines = parseCsv(files['payments.csv'] ?? '');
  expect(lines).toHaveLength(2);
  expect(lines[1]?.slice(1, 6)).toEqual([
    ...['Portfolio Builder', data.payments[0].planId, '24.99', '0', 'success'],
  ]);
  const all = Object.values(files).join('\n');
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  expect(all).not.toContain(row?.passwordHash);
  for (const theirs of [other.user.id, other.user.email, 'Stranger', 'admin@hospital.test']) {
    expect(all).not.toContain(theirs);
  }
});

it('asked for ten times at once, one is made', async () => {
  const { db } = server.services;
  const { client, user } = await server.client.newUser();
  const replies = await Promise.all(Array.from({ length: 10 }, () => client.post('/user/export')));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(202));
  const told = replies.map(({ body }) => body.message.includes('on its way already'));
  expect(told.filter((isAgain) => !isAgain)).toHaveLength(1);
  await untilMail(mailbox, user.email, subject);
  expect((await client.post('/user/export')).body.message).toContain('on its way already');
  expect(await db.$count(dataCopies, eq(dataCopies.userId, user.id))).toBe(1);
  expect(await arrived(mailbox, user.email)).toHaveLength(1);
  const noted = sql`${auditLog.action} = 'data.copied' and ${auditLog.actorId} = ${user.id}`;
  expect(await db.$count(auditLog, noted)).toBe(1);
});

it('a link works once, also for two at the same moment, and is told why afterwards', async () => {
  const { db } = server.services;
  const { client, user, token } = await server.client.newUser();
  const path = await link(client, user.email);
  const both = await Promise.all([open(path, token), open(path, token)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  expect((await client.get(path)).body.message).toContain('This link was used already');
  const [row] = await db.select().from(dataCopies).where(eq(dataCopies.userId, user.id));
  expect(row).toMatchObject({ content: null, fetchedAt: expect.any(Date) });
  // Then another one may be asked for.
  expect((await client.post('/user/export')).body.message).toContain('is being copied');
});

it("a link of somebody else's, a forged one and none are nobody's", async () => {
  const { client, user, token } = await server.client.newUser();
  const stranger = await server.client.newUser();
  const path = await link(client, user.email);
  for (const wrong of [path, '/user/export', '/user/export?token=a.b', `${path.slice(0, -2)}xx`]) {
    const { status, body } = await stranger.client.get(wrong);
    expect([wrong, status, body.message]).toEqual([
      ...[wrong, 404],
      'This link is not one of your account. Ask for a copy of your data in your account.',
    ]);
  }
  expect((await server.client.get(path)).status).toBe(401);
  expect((await open(path, token)).status).toBe(200);
});

it('a link works for 24 hours, and what it led to is erased within the hour after', async () => {
  const { db } = server.services;
  const { client, user } = await server.client.newUser();
  const path = await link(client, user.email);
  const mine = eq(dataCopies.userId, user.id);
  await db
    .update(dataCopies)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(mine);
  const { status, body } = await client.get(path);
  expect([status, body.message]).toEqual([
    ...[410, 'The 24 hours of this link are over. Ask for a new copy in your account.'],
  ]);
  expect((await db.select().from(dataCopies).where(mine))[0]?.content).not.toBeNull();
  await jobHandlers(server.services)['forget-ended']({});
  expect((await db.select().from(dataCopies).where(mine))[0]?.content).toBeNull();
  expect((await client.get(path)).status).toBe(410);
  await keepRetention(server.services, new Date(Date.now() + 31 * 86_400_000));
  expect(await db.$count(dataCopies, mine)).toBe(0);
});

it('the key of a link stands in no table and not in the log', async () => {
  const { client, user } = await server.client.newUser();
  const path = await link(client, user.email);
  await client.get(path);
  const key = path.split('token=')[1] ?? '';
  const { rows } = await server.services.db.execute(sql`select data::text from pgboss.job
    union all select ${dataCopies}::text from ${dataCopies}
    union all select outgoing_emails::text from outgoing_emails`);
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(server.logged.join('\n')).not.toContain(key);
});

it('is made twenty times a day, and then no more until tomorrow', async () => {
  const { client, user } = await server.client.newUser();
  const { db } = server.services;
  for (let count = 0; count < 20; count += 1) {
    expect((await client.post('/user/export')).status).toBe(202);
    await db.delete(dataCopies).where(eq(dataCopies.userId, user.id));
  }
  const late = await client.post('/user/export');
  expect([late.status, late.body.success]).toEqual([429, false]);
  expect(await db.$count(dataCopies, eq(dataCopies.userId, user.id))).toBe(0);
});

it('whoever is deleted while their copy is made is sent no link to it', async () => {
  const { services } = server;
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  await server.settled();
  const [copyId, requestedAt] = [uuid(), new Date()];
  await services.db.insert(dataCopies).values({ id: copyId, userId: user.id, requestedAt });
  const ask = services.stripe.customers.retrieve.bind(services.stripe.customers);
  const asked = vi
    .spyOn(services.stripe.customers, 'retrieve')
    .mockImplementation(async (...args) => {
      await services.db.delete(dataCopies).where(eq(dataCopies.id, copyId));
      return ask(...args);
    });
  await makeCopy(services, copyId);
  expect(asked).toHaveBeenCalled();
  asked.mockRestore();
  expect(await services.db.$count(dataCopies, eq(dataCopies.id, copyId))).toBe(0);
  expect((await arrived(mailbox, user.email)).map((mail) => mail.subject)).not.toContain(subject);
});

// The last one: nothing answers for Stripe any more.
it('is made while Stripe is away, and says what it lacks', async () => {
  const { client, user, token } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  await server.settled();
  await server.closeSandbox();
  const { files } = await open(await link(client, user.email), token);
  const { account, invoiceDetails } = JSON.parse(files['your-data.json'] ?? '');
  expect(account).toMatchObject([{ email: user.email }]);
  expect(invoiceDetails).toMatch(/^Stripe, which keeps them, could not be reached\./);
});
