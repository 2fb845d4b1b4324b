import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreements, legalChanges, users } from '../../db/schema.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { announceChange } from './changes.ts';
import { acknowledge } from './service.ts';
import { currentTexts } from './texts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/London' });

const announce = (days: number) =>
  announceChange(server.services, {
    kind: 'terms',
    inForceOn: dayIn(days),
    says: 'We now answer within a day.',
  });

it('a version that matters is told by mail 30 days ahead, and once at the sign-in after its day', async () => {
  const { db } = server.services;
  const { client, user } = await server.client.newUser();
  const gone = await server.client.newUser();
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.user.id));
  await expect(announce(29)).rejects.toThrow('The notice is 30 days');
  await announce(30);
  await expect(announce(40)).rejects.toThrow('announced already');
  await expect.poll(() => mailsTo(server, user.email)).toHaveLength(1);
  const [mail] = await mailsTo(server, user.email);
  expect(mail?.subject).toMatch(/^Our Terms of Service change on \d+ \w+ \d{4}$/);
  for (const part of [
    ...['We now answer within a day.', 'we refund what you have paid for the time after it'],
    `/terms?version=${currentTexts.terms.version}`,
  ]) {
    expect(mail?.text).toContain(part);
  }
  expect(await mailsTo(server, gone.user.email)).toEqual([]);
  const notices = async (by = client) => (await by.get('/user')).body.notices;
  expect(await notices()).toEqual([]);

  // 30 days later.
  await db.update(legalChanges).set({ inForceOn: dayIn(0) });
  await db.execute(sql`update outgoing_emails set sent_at = now() - interval '30 days'
    where cause like 'legal-change:%'`);
  const [notice, ...others] = await notices();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    document: 'terms',
    version: currentTexts.terms.version,
    says: 'We now answer within a day.',
    in_force_on: dayIn(0),
  });
  for (const _ of [1, 2]) {
    const { status } = await client.post(`/user/agreements/${notice.id}/acknowledge`);
    expect(status).toBe(200);
  }
  expect(await notices()).toEqual([]);
  const mine = (await client.get('/user/agreements')).body.agreements;
  expect(mine).toHaveLength(1);
  expect(mine[0]).toMatchObject({
    kind: 'change',
    terms_version: currentTexts.terms.version,
    privacy_version: null,
  });
  // Of somebody who is deleted meanwhile nothing is written down.
  const deleted = { userId: gone.user.id, address: '127.0.0.1' };
  await expect(acknowledge(server.services, deleted, notice.id)).rejects.toThrow();
  expect(await db.$count(agreements, eq(agreements.userId, gone.user.id))).toBe(0);
  // Whoever comes after it has agreed to the new version as they signed up.
  expect(await notices((await server.client.newUser()).client)).toEqual([]);
  const unknown = '0198c000-0000-7000-8000-00000000ffff';
  expect((await client.post(`/user/agreements/${unknown}/acknowledge`)).status).toBe(404);
});
