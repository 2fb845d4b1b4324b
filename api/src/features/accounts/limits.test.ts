import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, rateLimits } from '../../db/schema.ts';
import { createLimits } from '../../http/limits.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createTries } from './tries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'false', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());

const nobody = '0198c000-0000-7000-8000-0000000000aa';
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Ways to write one e-mail: in capitals, in full-width letters, with the dot that ends a host's name. */
const spellings: ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => email.replace('priya', 'ｐｒｉｙａ').replace('hospital', 'ＨＯＳＰＩＴＡＬ'),
  (email) => `${email}.`,
];

it('the seventh failed sign-in within a minute is refused for a quarter of an hour', async () => {
  const someone = person();
  await server.client.post('/register', someone, from('192.0.2.1'));
  const wrong = { email: someone.email, password: 'Not-this-1' };
  for (let attempt = 0; attempt < 6; attempt += 1) {
    // Another spelling of the e-mail is no other account.
    const email = spellings[attempt % spellings.length]?.(wrong.email);
    const reply = await server.client.post('/login', { ...wrong, email }, from('192.0.2.2'));
    expect(reply.status).toBe(401);
  }
  const refused = await server.client.post('/login', wrong, from('192.0.2.2'));
  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe('Too many attempts. Please wait 15 minutes and try again.');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  const { db } = server.services;
  const noted = and(eq(auditLog.action, 'login.limited'), eq(auditLog.target, someone.email));
  expect(await db.select().from(auditLog).where(noted)).toMatchObject([
    { actorId: null, address: '192.0.2.2' },
  ]);
  const right = { email: someone.email, password: someone.password };
  expect((await server.client.post('/login', right, from('192.0.2.2'))).status).toBe(429);
  // A stranger's failures do not lock the owner out.
  expect((await server.client.post('/login', right, from('192.0.2.3'))).status).toBe(200);
  // And the failures of one account do not lock out the others at its address.
  const colleague = person();
  await server.client.post('/register', colleague, from('192.0.2.1'));
  expect((await server.client.post('/login', colleague, from('192.0.2.2'))).status).toBe(200);
});

it('a letter that has another small form elsewhere is no second way to an account', async () => {
  const someone = person({ email: 'ingrid.iversen@hospital.test' });
  await server.client.newUser(someone);
  const dotted = { ...someone, email: 'İngrid.İversen@hospital.test' };
  expect((await server.client.post('/login', dotted, from('192.0.2.31'))).status).toBe(401);
});

it('tries made at the same moment count too', async () => {
  const wrong = { email: 'nobody@hospital.test', password: 'Not-this-1' };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => server.client.post('/login', wrong, from('192.0.2.4'))),
  );
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(6);
});

it('whoever is behind the proxy cannot make up an address', async () => {
  const { email } = person();
  const made = from('203.0.113.9, 192.0.2.30');
  await server.client.post('/login', { email, password: 'Not-this-1' }, made);
  const entries = await server.services.db.select().from(auditLog);
  const mine = entries.filter(({ target }) => target === email);
  expect(mine.map(({ address }) => address)).toEqual(['192.0.2.30']);
});

it('a sign-in that succeeds forgets the failures before it', async () => {
  const someone = person();
  await server.client.post('/register', someone, from('192.0.2.5'));
  const right = { email: someone.email, password: someone.password };
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await server.client.post('/login', { ...right, password: 'wrong-one' }, from('192.0.2.5'));
    }
    expect((await server.client.post('/login', right, from('192.0.2.5'))).status).toBe(200);
  }
});

it('sign-ups from one address are limited', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 31; attempt += 1) {
    const { status } = await server.client.post('/register', person(), from('192.0.2.6'));
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(30).fill(201), 429]);
});

it('askings for reset mails for one account from one address are limited, and for nobody else', async () => {
  const ask = async (address: string, attempt = 0) => {
    const email = attempt % 2 === 0 ? 'victim@hospital.test' : 'Victim@Hospital.test';
    return (await server.client.post('/reset-password', { email }, from(address))).status;
  };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    // Of IPv6 whoever has one address has the other 2^64 beside it.
    statuses.push(await ask(`2001:db8:0:7::${attempt}`, attempt));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await ask('2001:db8:0:8::1')).toBe(200);
});

it('askings for reset mails from one address are limited, whomever they are for', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 21; attempt += 1) {
    const { email } = person();
    const asked = await server.client.post('/reset-password', { email }, from('192.0.2.7'));
    statuses.push(asked.status);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

it('cancelling, confirming and invoices are limited together, and apart from checkouts', async () => {
  const { client } = await server.client.newUser();
  const cancel = () => client.post(`/user/subscriptions/${nobody}/cancel`, {});
  const statuses = await Promise.all(Array.from({ length: 300 }, cancel));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([404]));
  const session = { session_id: 'cs_test_any' };
  expect((await client.post('/subscriptions/checkout/confirm', session)).status).toBe(429);
  expect((await cancel()).status).toBe(429);
  expect((await client.get(`/user/payments/${nobody}/invoice`)).status).toBe(429);
  const choice = { product_id: nobody, pricing_plan_id: nobody };
  expect((await client.post('/subscriptions/checkout', choice)).status).not.toBe(429);
});

it('checkouts of one user are limited', async () => {
  const { client } = await server.client.newUser();
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const choice = { product_id: nobody, pricing_plan_id: nobody };
    statuses.add((await client.post('/subscriptions/checkout', choice)).status);
  }
  expect(statuses).not.toContain(429);
  const choice = { product_id: nobody, pricing_plan_id: nobody };
  expect((await client.post('/subscriptions/checkout', choice)).status).toBe(429);
});

it('twelve failed sign-ins within an hour are the most, however slowly they come', async () => {
  const { db } = server.services;
  const wrong = { email: 'patient@hospital.test', password: 'Not-this-1' };
  const attempt = () => server.client.post('/login', wrong, from('192.0.2.20'));
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 6; n += 1) statuses.push((await attempt()).status);
    // A minute goes by, for the counters of a minute.
    await db
      .update(rateLimits)
      .set({ expire: new Date(Date.now() - 1_000) })
      .where(like(rateLimits.key, 'login-60:%'));
  }
  expect(statuses).toEqual([...Array(12).fill(401), ...Array(6).fill(429)]);
  const refused = await attempt();
  expect(refused.body.error).toBe('Too many attempts. Please wait 15 minutes and try again.');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
});

it('the refusal is over after its quarter of an hour, and the next failures count anew', async () => {
  const { db } = server.services;
  const wrong = { email: 'returning@hospital.test', password: 'Not-this-1' };
  const attempt = async () =>
    (await server.client.post('/login', wrong, from('192.0.2.21'))).status;
  for (let n = 0; n < 6; n += 1) await attempt();
  expect(await attempt()).toBe(429);
  await db.update(rateLimits).set({ expire: new Date(Date.now() - 1_000) });
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) statuses.push(await attempt());
  expect(statuses).toEqual([...Array(6).fill(401), 429]);
});

it('what is counted is shared by all processes, and names nobody', async () => {
  const other = createTries(server.services.db, { demo: false });
  const wrong = { email: 'shared@hospital.test', password: 'Not-this-1' };
  const trier = { account: wrong.email, network: '192.0.2.22', device: null };
  for (let n = 0; n < 6; n += 1) await other.fail(await other.begin(trier));
  expect((await server.client.post('/login', wrong, from('192.0.2.22'))).status).toBe(429);
  const kept = JSON.stringify(await server.services.db.select().from(rateLimits));
  expect(kept).not.toContain('shared@');
  expect(kept).not.toContain('192.0.2');
});

it('counters that have run out are cleared away', async () => {
  const { db } = server.services;
  await db.update(rateLimits).set({ expire: new Date(Date.now() - 1_000) });
  const limits = createLimits(db, { demo: false });
  for (let n = 0; n < 1_000; n += 1) await limits.checkout.take('busy').catch(() => {});
  expect(await db.$count(rateLimits)).toBe(1);
});
