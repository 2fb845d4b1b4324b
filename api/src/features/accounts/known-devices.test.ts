import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits, users } from '../../db/schema.ts';
import { signed } from '../../http/signed.ts';
import { person } from '../../testing/client.ts';
import { resetKeyOf } from '../../testing/reset-key.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'false', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());
beforeEach(() => server.services.db.delete(rateLimits));

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (body: object, address = '192.0.2.1') =>
  server.client.post('/login', body, from(address));
const newPassword = 'Cornea and iris 9';

/** Somebody with the marks of so many devices that they have logged in from. */
async function withDevices(count: number) {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const { email, password } = someone;
  const marks: string[] = [];
  for (let n = 0; n < count; n += 1) {
    marks.push((await logIn({ email, password })).body.data.device);
  }
  return { client, user, email, password, marks };
}

let besiegers = 0;
/** Has strangers try an account until it is held back for all but its known devices. */
async function besiege(email: string): Promise<void> {
  besiegers += 6;
  const tries = Array.from({ length: 36 }, (_, n) =>
    logIn({ email, password: 'Not-this-1' }, `198.51.100.${besiegers + (n % 6)}`),
  );
  expect((await Promise.all(tries)).some(({ status }) => status === 429)).toBe(true);
}

/** Lets the counters of some seconds begin anew. */
const forget = (counters: string) =>
  server.services.db.delete(rateLimits).where(like(rateLimits.key, `${counters}%`));

describe('a new password', () => {
  it('by its owner leaves no device known but theirs (product S8)', async () => {
    const { client, email, password, marks } = await withDevices(2);
    const [mine, stolen] = marks;
    const body = { currentPassword: password, newPassword, device: mine };
    const changed = await client.post('/user/password', body);
    expect(changed.status).toBe(200);
    await besiege(email);
    const right = { email, password: newPassword };
    expect((await logIn({ ...right, device: stolen })).status).toBe(429);
    expect((await logIn({ ...right, device: mine })).status).toBe(429);
    const { device } = changed.body.data;
    expect((await logIn({ ...right, device })).status).toBe(200);
  });

  it.each([true, false])('by a mailed link, too, if that was known: %s', async (isKnown) => {
    const { user, email, marks } = await withDevices(2);
    const [mine, stolen] = marks;
    const resetToken = await resetKeyOf(server, user.id);
    const device = isKnown ? mine : undefined;
    const set = await server.client.post('/update-password', { resetToken, newPassword, device });
    expect(set.status).toBe(200);
    await besiege(email);
    const right = { email, password: newPassword };
    expect((await logIn({ ...right, device: stolen })).status).toBe(429);
    if (!isKnown) expect(set.body.data).toBeUndefined();
    else expect((await logIn({ ...right, device: set.body.data.device })).status).toBe(200);
  });

  it('of one person leaves a shared computer known to the others', async () => {
    const [one, other] = [await withDevices(1), await withDevices(0)];
    const both = (
      await logIn({ email: other.email, password: other.password, device: one.marks[0] })
    ).body.data.device;
    const body = { currentPassword: one.password, newPassword, device: both };
    const { device } = (await one.client.post('/user/password', body)).body.data;
    await besiege(other.email);
    const right = { email: other.email, password: other.password };
    expect((await logIn({ ...right, device })).status).toBe(200);
  });
});

it('a mark of the release before counts until the next new password', async () => {
  const { client, user, email, password } = await withDevices(0);
  const marks = signed<object>(server.services.env.JWT_SECRET, 'device', 60_000);
  const device = marks.write({ id: user.id, users: [user.id] });
  await besiege(email);
  const known = await logIn({ email, password, device });
  expect(known.status).toBe(200);
  // The release before finds no user there that it would ask the database for.
  const body = JSON.parse(
    Buffer.from(known.body.data.device.split('.')[0], 'base64url').toString(),
  );
  expect(body.content.users).toEqual([]);
  await client.post('/user/password', { currentPassword: password, newPassword });
  await besiege(email);
  expect((await logIn({ email, password: newPassword, device })).status).toBe(429);
});

it('the devices of an account have 24 tries in a day each and 100 together, and its owner is told', async () => {
  const { email, password, marks } = await withDevices(5);
  const looked: number[] = [];
  for (const device of marks) {
    let count = 0;
    for (let n = 0; n < 26; n += 1) {
      const { status } = await logIn({ email, password: 'Not-this-1', device });
      count += Number(status === 401);
      if (n % 6 === 5) await forget('login-device-60:');
    }
    looked.push(count);
  }
  expect(looked).toEqual([24, 24, 24, 24, 4]);
  const right = { email, password };
  // Until the day is over: the account is tried by somebody who has logged in to it.
  const refused = await logIn({ ...right, device: marks[4] });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
  // What strangers can do is another matter.
  expect((await logIn(right)).status).toBe(200);
});

it('one device that is tried on holds no other back', async () => {
  const { email, password, marks } = await withDevices(2);
  const [stolen, mine] = marks;
  for (let n = 0; n < 40; n += 1) {
    await logIn({ email, password: 'Not-this-1', device: stolen });
    if (n % 6 === 5) await forget('login-device-60:');
  }
  expect((await logIn({ email, password, device: stolen })).status).toBe(429);
  expect((await logIn({ email, password, device: mine })).status).toBe(200);
});

it("a ward's computer keeps a hundred people", async () => {
  const { email, password, marks } = await withDevices(1);
  const { devices } = server.services;
  let mark = marks[0];
  for (let n = 0; n < 99; n += 1) {
    mark = devices.markFor({ id: `0198c000-0000-7000-8000-${n}`, deviceGeneration: 0 }, mark);
  }
  expect(mark?.length).toBeLessThan(4_000);
  await besiege(email);
  expect((await logIn({ email, password, device: mark })).status).toBe(200);
});

describe('log-ins of somebody else who has the password', () => {
  const most = 120;
  /** As if so many log-ins had been in this hour. */
  const many = () =>
    server.services.db
      .update(rateLimits)
      .set({ points: most, expire: sql`now() + interval '1 hour'` })
      .where(like(rateLimits.key, 'log-ins-%'));

  it('leave the owner their devices (product S405)', async () => {
    const { email, password, marks } = await withDevices(1);
    await many();
    expect((await logIn({ email, password })).status).toBe(429);
    expect((await logIn({ email, password, device: marks[0] })).status).toBe(200);
  });

  it('are forgotten with a new password', async () => {
    const { client, email, password } = await withDevices(1);
    await many();
    expect((await logIn({ email, password })).status).toBe(429);
    await client.post('/user/password', { currentPassword: password, newPassword });
    expect((await logIn({ email, password: newPassword })).status).toBe(200);
  });
});

it('a new password is what raises the generation of devices, once', async () => {
  const { client, user, password } = await withDevices(0);
  await client.post('/user/password', { currentPassword: password, newPassword });
  const { db } = server.services;
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  expect(row?.deviceGeneration).toBe(1);
});
