import { mkdtempSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, sessions } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { placesDatabase } from '../../testing/places-database.ts';
import { startTestServer, startTwin, type TestServer } from '../../testing/server.ts';
import { deviceWords } from './device-words.ts';
import { createPlaces } from './places.ts';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'places-'));
const PLACES_DATABASE = join(folder, 'places.mmdb');
const london = { city: 'London', country: 'United Kingdom' };
const places = { '203.0.113.0/24': london, '198.51.100.0/24': { country: 'Ireland' } };
beforeAll(async () => {
  await writeFile(PLACES_DATABASE, placesDatabase({ ...places, '2001:db8::/32': london }));
  server = await startTestServer({ PLACES_DATABASE, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Somebody with a session in Firefox on Windows, by the call, and one whose device is not known. */
async function twoSessions() {
  const someone = person();
  const { client, user, token } = await server.client.newUser(someone);
  const { email, password } = someone;
  const { body } = await server.client.post(
    '/login',
    { email, password },
    { 'user-agent': firefox },
  );
  const thereToken = body.data.token;
  return { client, user, token, thereToken, there: server.client.withToken(thereToken) };
}

describe("one's own sessions", () => {
  it('are listed with device, first and last use, and which is this one', async () => {
    const { client, user, there } = await twoSessions();
    const seen = (await client.get('/user/sessions')).body.data;
    expect(seen).toHaveLength(2);
    const [here, other] = [true, false].map((current) =>
      seen.find((one: { current: boolean }) => one.current === current),
    );
    expect(here).toMatchObject({ device: 'Unknown device' });
    expect(other).toMatchObject({ device: 'Firefox on Windows' });
    expect(Object.keys(other).toSorted()).toEqual(
      ['created_at', 'current', 'device', 'id', 'last_used_at'].toSorted(),
    );
    expect((await there.get('/user/sessions')).body.data).toHaveLength(2);
    await server.services.db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(sessions.id, other.id));
    expect((await client.get('/user/sessions')).body.data).toEqual([
      { ...here, last_used_at: expect.any(String) },
    ]);
    expect(here.id).not.toBe(user.id);
  });

  it('note their use once in ten minutes, not with every request', async () => {
    const { client, user } = await server.client.newUser();
    const { db } = server.services;
    const of = eq(sessions.userId, user.id);
    const lastUse = async () => (await db.select().from(sessions).where(of))[0]?.lastUsedAt;
    const use = (minutes: number) => sql`now() - make_interval(mins => ${minutes}::int)`;
    await db
      .update(sessions)
      .set({ lastUsedAt: use(9) })
      .where(of);
    const before = await lastUse();
    await client.get('/user');
    expect(await lastUse()).toEqual(before);
    await db
      .update(sessions)
      .set({ lastUsedAt: use(11) })
      .where(of);
    await client.get('/user');
    expect(Date.now() - Number(await lastUse())).toBeLessThan(60_000);
  });

  it('end one by one, in every process at the next request, and never those of others', async () => {
    const twin = await startTwin(server);
    const { client, user, there, token, thereToken } = await twoSessions();
    const inTwin = { here: twin.client.withToken(token), there: twin.client.withToken(thereToken) };
    const stranger = await server.client.newUser();
    const [here, other] = (await client.get('/user/sessions')).body.data.toSorted(
      (a: { current: boolean }) => (a.current ? -1 : 1),
    );
    const path = `/user/sessions/${other.id}`;
    expect((await stranger.client.delete(path)).status).toBe(404);
    for (const asked of [there, inTwin.there]) expect((await asked.get('/user')).status).toBe(200);
    expect(
      (await client.delete(path.toUpperCase().replace('/USER/SESSIONS', '/user/sessions'))).status,
    ).toBe(200);
    for (const asked of [inTwin.there, there]) expect((await asked.get('/user')).status).toBe(401);
    expect((await inTwin.here.get('/user')).status).toBe(200);
    expect((await client.delete(path)).status).toBe(404);
    expect((await client.delete('/user/sessions/this-one')).status).toBe(422);
    const entries = await server.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, user.id));
    expect(entries.filter(({ action }) => action === 'session.ended')).toMatchObject([
      { target: user.id, detail: 'Firefox on Windows' },
    ]);
    await client.delete(`/user/sessions/${here.id}`);
    for (const asked of [inTwin.here, client]) expect((await asked.get('/user')).status).toBe(401);
    await twin.close();
  });

  it('end all but this one, also where there is no other', async () => {
    const { client, there } = await twoSessions();
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await client.delete('/user/sessions');
      expect([status, body.message]).toEqual([200, 'All other devices were logged out']);
    }
    expect((await there.get('/user')).status).toBe(401);
    expect((await client.get('/user/sessions')).body.data).toHaveLength(1);
  });
});

describe('the place of a session', () => {
  const placesIn = (listed: { place?: string }[]) => listed.map(({ place }) => place).toSorted();
  const inLondon = 'London, United Kingdom';

  it('is told by the address that the sign-in came from, to its user and to admins', async () => {
    const admin = await server.admin();
    const someone = person();
    const { client, user } = await server.client.newUser(someone);
    const { email, password } = someone;
    const from = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::5', '198.51.100.7'];
    for (const address of [...from, '10.0.0.5', '192.0.2.1', '2001:db9::1']) {
      const headers = { 'x-forwarded-for': address };
      expect((await server.client.post('/login', { email, password }, headers)).status).toBe(200);
    }
    const told = ['Ireland', inLondon, inLondon, inLondon, ...Array(4).fill(undefined)];
    expect(placesIn((await client.get('/user/sessions')).body.data)).toEqual(told);
    const seen = (await admin.get(`/admin/users/${user.id}/sessions`)).body.data;
    expect(placesIn(seen)).toEqual(told);
  });

  it('is asked of the newest database, and of none where there is none any more', async () => {
    const { places: now, log } = server.services;
    const address = '203.0.113.9';
    expect(await now.of([address, null])).toEqual([inLondon, '']);
    const moved = placesDatabase({ '203.0.113.0/24': { city: 'Leeds', country: 'England' } });
    await writeFile(PLACES_DATABASE, moved);
    await utimes(PLACES_DATABASE, new Date(), new Date(Date.now() + 60_000));
    expect(await now.of([address])).toEqual(['Leeds, England']);
    await rm(PLACES_DATABASE);
    expect(await now.of([address])).toEqual(['']);
    expect(server.logged.join('')).toContain('the database of places cannot be read');
    expect(await createPlaces(undefined, log).of([address])).toEqual(['']);
  });
});

describe("a user's sessions", () => {
  it('are seen and ended by admins, who are written down', async () => {
    const admin = await server.admin();
    const { client, user, there } = await twoSessions();
    const path = `/admin/users/${user.id}/sessions`;
    const seen = (await admin.get(path)).body.data;
    expect(seen.map(({ current }: { current: boolean }) => current)).toEqual([false, false]);
    const { id } = seen.find(({ device }: { device: string }) => device === 'Firefox on Windows');
    const other = await server.client.newUser();
    expect((await admin.delete(`/admin/users/${other.user.id}/sessions/${id}`)).status).toBe(404);
    expect((await admin.delete(`${path}/${id}`)).status).toBe(200);
    expect((await there.get('/user')).status).toBe(401);
    expect((await client.get('/user')).status).toBe(200);
    expect((await admin.delete(path)).body.message).toBe('The user was logged out everywhere');
    expect((await client.get('/user')).status).toBe(401);
    expect((await admin.get(path)).body.data).toEqual([]);
    const entries = await server.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, user.id));
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['user.opened', null],
      ['session.ended', 'Firefox on Windows'],
      ['session.ended', 'all 1'],
    ]);
  });
});

it.each([
  [firefox, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Gecko', 'ChromeOS'],
  ['node', ''],
  [undefined, ''],
  [`${'x'.repeat(100_000)} Firefox/1`, ''],
])('%.60s is told as %s', (agent, words) => {
  expect(deviceWords(agent)).toBe(words);
});
