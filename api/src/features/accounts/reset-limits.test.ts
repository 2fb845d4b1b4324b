import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordResets, rateLimits } from '../../db/schema.ts';
import { newKey } from '../../http/secret-keys.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { insertReset } from './repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());

/** Time goes by for the counters of this name. */
const later = (counters: string) =>
  server.services.db.delete(rateLimits).where(like(rateLimits.key, `${counters}%`));

it('reset mails are neither sent without end nor kept from their owner by strangers who ask for them', async () => {
  const { db } = server.services;
  const { user } = await server.client.newUser();
  const ask = async (address: string): Promise<void> => {
    const from = { 'x-forwarded-for': address };
    const asked = await server.client.post('/reset-password', { email: user.email }, from);
    expect(asked.status).toBe(200);
  };
  const askFromMany = async () => {
    for (let n = 1; n <= 6; n += 1) await ask(`192.0.2.${n}`);
  };
  const queued = async () => {
    const jobs = sql`select from pgboss.job where name = 'send-reset-link'`;
    return (await db.execute(jobs)).rows.length;
  };
  await askFromMany();
  expect(await queued()).toBe(3);
  // The owner is refused nothing, and a link that works is there.
  await ask('192.0.2.100');
  const links = () => db.$count(passwordResets, eq(passwordResets.userId, user.id));
  await expect.poll(links, { timeout: 15_000 }).toBeGreaterThan(0);

  const sent: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    for (const counters of ['reset-mails-1200', 'reset-mails-slow', 'reset-account']) {
      await later(counters);
    }
    const before = await queued();
    await askFromMany();
    sent.push((await queued()) - before);
  }
  // 20 in a day, and then one in 20 minutes.
  expect(sent).toEqual([3, 3, 3, 3, 3, 3, 1, 1]);
});

it.each(['known', 'new'])(
  'whoever had typed too many wrong passwords on a %s device is let in with a new one',
  async (kind) => {
    const someone = person();
    const { user } = await server.client.newUser(someone);
    const { email, password } = someone;
    const first = await server.client.post('/login', { email, password });
    const device = kind === 'known' ? first.body.data.device : undefined;
    const logIn = async (typed: string) =>
      (await server.client.post('/login', { email, password: typed, device })).status;
    for (let n = 0; n < 6; n += 1) expect(await logIn('Not-this-1')).toBe(401);
    expect(await logIn(password)).toBe(429);

    const { key: resetToken, keyHash } = newKey();
    const expiresAt = new Date(Date.now() + 60_000);
    await insertReset(server.services.db, { keyHash, userId: user.id, expiresAt });
    const newPassword = 'Cornea-2026!';
    const set = await server.client.post('/update-password', { resetToken, newPassword, device });
    expect(set.status).toBe(200);
    expect(await logIn(newPassword)).toBe(200);
  },
);
