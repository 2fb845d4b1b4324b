import { formatLongDate } from 'contract/format';
import { shownHeader, writeShown } from 'contract/shown-header';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agreements, legalChanges, legalVersions } from '../../db/schema.ts';
import { choice } from '../../testing/choice.ts';
import type { Client } from '../../testing/client.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';
import { announceChange } from './changes.ts';
import { currentTexts } from './texts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await keepVersion(earlier, '2025-03-01T10:00:00Z', 'What was said before.');
});
afterAll(() => server.close());

const earlier = 'a'.repeat(32);
const coming = currentTexts.terms.version;
const chosen = choice('cataract', 'monthly');

function keepVersion(version: string, firstUsedAt: string, summary: string) {
  const document = { id: 'terms-of-service', summary, sections: [] };
  return server.services.db.insert(legalVersions).values({
    ...{ version, kind: 'terms', firstUsedAt: new Date(firstUsedAt) },
    documents: { version: 1, documents: [document] },
  });
}

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/London' });

/** Somebody whose account is older than the change that is announced then. */
let holder: Awaited<ReturnType<TestServer['client']['newUser']>>;
beforeEach(async () => {
  const { db } = server.services;
  await db.delete(agreements).where(isNotNull(agreements.changeId));
  await db.delete(legalChanges);
  await db.execute(sql`delete from outgoing_emails where cause like 'legal-change:%'`);
  holder = await server.client.newUser();
  await announceChange(server.services, {
    ...{ kind: 'terms', inForceOn: dayIn(30) },
    says: 'We now answer within a day.',
  });
  await expect.poll(() => mailsTo(server, holder.user.email)).toHaveLength(1);
});

const termsFor = async (client: Client) => (await client.get('/plans')).body.terms;

/** The version that a choice of a plan is noted with, and what was said of changes to come. */
async function notedOf({ client, user }: typeof holder) {
  const answer = await client.post('/subscriptions/checkout', chosen);
  expect(answer.status).toBe(200);
  const [row] = await server.services.db
    .select()
    .from(agreements)
    .where(eq(agreements.userId, user.id))
    .orderBy(sql`${agreements.agreedAt} desc`)
    .limit(1);
  return [row?.termsVersion, row?.shown.find(({ name }) => name === 'Changed terms')?.text];
}

const sent = (days: number) =>
  server.services.db.execute(sql`update outgoing_emails
    set sent_at = now() - make_interval(days => ${days}) where cause like 'legal-change:%'`);

it('product U371: who holds an account buys under the terms that hold for them, and is told of those to come', async () => {
  const { client, user } = holder;
  const from = dayIn(30);
  expect(await termsFor(client)).toEqual({
    version: earlier,
    to_come: [{ version: coming, from }],
  });
  const say = (terms_version: string) =>
    client.post('/subscriptions/checkout', chosen, {
      [shownHeader]: writeShown({ terms_version }),
    });
  expect(await say(coming)).toMatchObject({
    status: 409,
    body: { data: { now: { terms_version: earlier } } },
  });
  expect((await say(earlier)).status).toBe(200);
  await subscribe(client, 'cataract', 'monthly');
  const [agreement] = (await client.get('/user/agreements')).body.agreements;
  expect(agreement).toMatchObject({ kind: 'subscription', terms_version: earlier });
  const day = formatLongDate(`${from}T12:00:00Z`);
  expect(agreement.shown).toContainEqual({ name: 'Changed terms', text: `Hold from ${day}` });
  const mail = (await mailsTo(server, user.email)).find(({ attachments }) => attachments?.length);
  expect(mail?.text).toContain(`/terms?version=${earlier}`);
  expect(mail?.attachments).toMatchObject([{ content: expect.stringContaining('said before.') }]);
});

it('product U371: from its day on a change holds for whoever buys, and from sign-up on for who came after it', async () => {
  expect(await termsFor(server.client)).toBeNull();
  const newcomer = await server.client.signUp();
  const [account] = (await newcomer.client.get('/user/agreements')).body.agreements;
  expect(account).toMatchObject({ kind: 'account', terms_version: coming });
  expect(await termsFor(newcomer.client)).toBeNull();
  await server.services.db.update(legalChanges).set({ inForceOn: dayIn(0) });
  await sent(29);
  expect(await termsFor(holder.client)).toMatchObject({ to_come: [{ from: dayIn(1) }] });
  expect(await notedOf(holder)).toEqual([earlier, expect.stringContaining('Hold from ')]);
  await sent(30);
  expect(await termsFor(holder.client)).toBeNull();
  expect(await notedOf(holder)).toEqual([coming, undefined]);
});

it('product U371: whom no mail reached has the whole notice from the day on which they read of it', async () => {
  const { client } = holder;
  const { db } = server.services;
  await db.update(legalChanges).set({ inForceOn: dayIn(0) });
  await db.execute(sql`update outgoing_emails set sent_at = null, created_at = now() - interval '8 days'
    where cause like 'legal-change:%'`);
  expect(await termsFor(client)).toMatchObject({ to_come: [{ from: dayIn(30) }] });
  const [notice] = (await client.get('/user')).body.notices;
  expect((await client.post(`/user/agreements/${notice.id}/acknowledge`)).status).toBe(200);
  expect(await termsFor(client)).toMatchObject({ to_come: [{ from: dayIn(30) }] });
  expect(await notedOf(holder)).toEqual([earlier, expect.stringContaining('Hold from ')]);
  await db.execute(sql`update agreements set agreed_at = now() - interval '30 days'
    where change_id = ${notice.id}`);
  expect(await termsFor(client)).toBeNull();
});

it('of two changes that are announced each is told with its day, and what was agreed to already holds', async () => {
  const { db } = server.services;
  const later = 'b'.repeat(32);
  await keepVersion(later, new Date().toISOString(), 'What will be said.');
  await db.insert(legalChanges).values({
    ...{ id: '0198c000-0000-7000-8000-0000000000b0', kind: 'terms', version: later },
    ...{ says: 'And again.', inForceOn: dayIn(45) },
  });
  const second = { version: later, from: dayIn(45) };
  const first = { version: coming, from: dayIn(30) };
  const told = await termsFor(holder.client);
  expect(told).toEqual({ version: earlier, to_come: [first, second] });
  // Of the version that an account was opened with nobody is told that it is to come.
  await db.insert(agreements).values({
    ...{ id: '0198c000-0000-7000-8000-0000000000b1', userId: holder.user.id },
    ...{ kind: 'account', address: '127.0.0.1', termsVersion: coming },
  });
  expect(await termsFor(holder.client)).toEqual({ version: coming, to_come: [second] });
});
