import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, sessions } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, startTwin, type TestServer } from '../../testing/server.ts';
import { deviceWords } from './device-words.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Somebody with a session in Firefox on Windows, by the call, and one whose device is not known. */
async function twoSessions() {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const { email, password } = someone;
  const { body } = await server.client.post(
    '/login',
    { email, password },
    { 'user-agent': firefox },
  );
  return { client, user, there: server.client.withToken(body.data.token) };
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
    const { client, user, there } = await twoSessions();
    const stranger = await server.client.newUser();
    const [here, other] = (await client.get('/user/sessions')).body.data.toSorted(
      (a: { current: boolean }) => (a.current ? -1 : 1),
    );
    const path = `/user/sessions/${other.id}`;
    expect((await stranger.client.delete(path)).status).toBe(404);
    expect((await there.get('/user')).status).toBe(200);
    expect(
      (await client.delete(path.toUpperCase().replace('/USER/SESSIONS', '/user/sessions'))).status,
    ).toBe(200);
    expect((await there.get('/user')).status).toBe(401);
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
    expect((await client.get('/user')).status).toBe(401);
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
