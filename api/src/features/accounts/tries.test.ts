import { availableParallelism } from 'node:os';
import type { HeldBack } from 'contract/failures';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLog, outgoingEmails, rateLimits } from '../../db/schema.ts';
import { keepThreadsBusy } from '../../testing/busy-threads.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createDevices } from './device.ts';
import { hashPassword } from './password.ts';
import { countHeldBack, createTries } from './tries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'false', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());
beforeEach(() => server.services.db.delete(rateLimits));

const heldBackIn = (all: HeldBack[], limit: HeldBack['by']) =>
  all.find(({ by }) => by === limit) ?? { by: limit, hour: -1, day: -1 };

const from = (address: string) => ({ 'x-forwarded-for': address });
const someone = person();
const right = { email: someone.email, password: someone.password };
const logIn = (body: object, address: string) => server.client.post('/login', body, from(address));
/** Tries a wrong password from so many addresses, six from each, and answers how many were let through. */
async function spray(addresses: string[]): Promise<number> {
  const wrong = { ...right, password: 'Not-this-1' };
  const each = addresses.flatMap((address) =>
    Array.from({ length: 6 }, () => logIn(wrong, address)),
  );
  return (await Promise.all(each)).filter(({ status }) => status === 401).length;
}

describe('an account that is tried from many addresses', () => {
  beforeAll(() => server.client.newUser(someone));
  const many = Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`);

  it('lets 30 tries in an hour through, and its owner in from a device that they know', async () => {
    const { device } = (await logIn(right, '192.0.2.1')).body.data;
    expect(await spray(many)).toBe(30);
    const counted = await countHeldBack(server.services.db);
    expect(heldBackIn(counted, 'account')).toEqual({ by: 'account', hour: 90, day: 90 });
    expect(heldBackIn(counted, 'network').day).toBe(0);
    // From elsewhere, and even from an address that was tried from.
    for (const address of ['192.0.2.1', '198.51.100.0']) {
      expect((await logIn(right, address)).status).toBe(429);
      const known = await logIn({ ...right, device }, address);
      expect(known.status).toBe(200);
    }
  });

  it('lets its owner in from anywhere with a new password', async () => {
    await spray(many);
    expect((await logIn(right, '192.0.2.1')).status).toBe(429);
    const owner = { account: right.email, network: '203.0.113.1', device: null };
    await server.services.tries.forgetAccount(server.services.db, owner);
    expect((await logIn(right, '192.0.2.1')).status).toBe(200);
  });

  it('counts a device that is known by itself, too', async () => {
    const { device } = (await logIn(right, '192.0.2.1')).body.data;
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const wrong = { ...right, password: 'Not-this-1', device };
      statuses.push((await logIn(wrong, `192.0.2.${n}`)).status);
    }
    expect(statuses).toEqual([...Array(6).fill(401), 429]);
  });

  it('is not known to a device by the mark of another account, nor by one that is made up', async () => {
    const other = person();
    await server.client.newUser(other);
    const { device } = (await logIn(other, '192.0.2.1')).body.data;
    const [body = '', signature] = device.split('.');
    const content = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...content, content: { id: 'x', users: [] } }));
    await spray(many);
    for (const mark of [device, `${forged.toString('base64url')}.${signature}`, 'x.y', '']) {
      expect((await logIn({ ...right, device: mark }, '192.0.2.1')).status).toBe(429);
    }
    // Whose the device was before stays known to it.
    await server.services.db.delete(rateLimits);
    const both = (await logIn({ ...right, device }, '192.0.2.1')).body.data.device;
    await spray(many);
    expect((await logIn({ ...right, device: both }, '192.0.2.1')).status).toBe(200);
    expect((await logIn({ ...other, device: both }, '192.0.2.1')).status).toBe(200);
  });
});

it('one that has all addresses of a /64 is counted as one', async () => {
  expect(await spray(Array.from({ length: 5 }, (_, n) => `2001:db8:1:2::${n}`))).toBe(6);
  expect(await spray(['::ffff:192.0.2.9', '192.0.2.9'])).toBe(6);
});

it('one address has 100 tries in an hour, on accounts and on e-mails that have none alike', async () => {
  const emails = Array.from({ length: 110 }, (_, n) => `nobody.${n}@hospital.test`);
  const statuses: number[] = [];
  for (const email of emails) {
    statuses.push((await logIn({ email, password: 'Not-this-1' }, '203.0.113.1')).status);
  }
  expect(statuses).toEqual([...Array(100).fill(401), ...Array(10).fill(429)]);
  expect((await logIn(right, '203.0.113.1')).status).toBe(429);
  expect((await logIn(right, '203.0.113.2')).status).toBe(200);
  // What is refused again and again is written down once.
  const notes = await server.services.db.select().from(auditLog);
  expect(notes.filter(({ address }) => address === '203.0.113.1')).toHaveLength(101);
  const { hour, day } = heldBackIn(await countHeldBack(server.services.db), 'network');
  expect([hour, day]).toEqual([11, 11]);
});

it('who is tried on as the last of many on one network is not told that theirs was tried so often', async () => {
  const { user } = await server.client.newUser();
  const { db, tries } = server.services;
  const network = '203.0.113.99';
  for (let n = 0; n < 100; n += 1) {
    await tries.fail(await tries.begin({ account: `nobody.${n}`, network, device: null }));
  }
  const body = { email: user.email, password: 'Not-this-1' };
  expect((await logIn(body, network)).status).toBe(429);
  const mine = eq(outgoingEmails.recipient, user.email);
  const entries = eq(auditLog.target, user.email);
  expect([await db.$count(auditLog, entries), await db.$count(outgoingEmails, mine)]).toEqual([
    ...[1, 0],
  ]);
  // Tried elsewhere as often as that, they are told.
  for (let n = 0; n < 7; n += 1) await logIn(body, '203.0.113.98');
  expect(await db.$count(outgoingEmails, mine)).toBe(1);
});

it('a device is known for 400 days', () => {
  const devices = createDevices(server.services.env.JWT_SECRET);
  const somebody = { id: 'somebody', deviceGeneration: 0 };
  const mark = devices.markFor(somebody, undefined);
  const knownIn = (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
    try {
      return devices.knownTo(somebody, mark) !== null;
    } finally {
      vi.useRealTimers();
    }
  };
  expect([knownIn(0), knownIn(399.9), knownIn(400.1)]).toEqual([true, true, false]);
});

describe('a try that gets no verdict', () => {
  const trier = { account: 'killed@hospital.test', network: '192.0.2.50', device: null };

  it('counts for half a minute, and then is as if it had not been', async () => {
    const { db } = server.services;
    const killed = createTries(db, { demo: false });
    for (let n = 0; n < 6; n += 1) expect(await killed.begin(trier)).toMatchObject({ wait: 0 });
    expect(await killed.begin(trier)).toMatchObject({ wait: 30, isFirst: false });
    await db.execute(sql`update rate_limits set pending = (
      select coalesce(jsonb_object_agg(key, value::float8 - 31), '{}') from jsonb_each(pending))`);
    for (let n = 0; n < 6; n += 1) expect(await killed.begin(trier)).toMatchObject({ wait: 0 });
  });

  it('is taken back where the process lives: nobody was told whether the password was right', async () => {
    const { db } = server.services;
    const busy = keepThreadsBusy();
    const flood = Array.from({ length: 51 * availableParallelism() }, () =>
      hashPassword('x', { network: '192.0.2.51' }),
    );
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await logIn(right, '192.0.2.51')).status),
    );
    expect(statuses).toEqual(Array(5).fill(503));
    await Promise.allSettled([...flood, busy]);
    const kept = await db.select().from(rateLimits).where(like(rateLimits.key, 'login-60:%'));
    expect(kept).toMatchObject([{ points: 0, pending: {} }]);
  });
});

it('one address that floods keeps nobody else out', async () => {
  const stranger = new AbortController();
  const flood = Array.from({ length: 160 }, (_, n) =>
    fetch(`${server.url}/api/login`, {
      method: 'POST',
      signal: stranger.signal,
      headers: { 'content-type': 'application/json', ...from(`203.0.113.7`) },
      body: JSON.stringify({ email: `flood.${n}@hospital.test`, password: 'Not-this-1' }),
    }).then(({ status }) => status),
  );
  expect((await logIn(right, '192.0.2.60')).status).toBe(200);
  const statuses = Promise.allSettled(flood);
  stranger.abort();
  await statuses;
});
