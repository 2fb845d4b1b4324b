import { formatLongDate } from 'contract/format';
import { like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalChanges, outgoingEmails } from '../../db/schema.ts';
import { startServerWithMoodySmtp } from '../../testing/mailbox.ts';
import { sendAgain } from '../../testing/send-again.ts';
import type { TestServer } from '../../testing/server.ts';
import type { MoodySmtp } from '../../testing/smtp.ts';
import { keepRetention } from '../retention/service.ts';
import { announceChange } from './changes.ts';

let server: TestServer;
let smtp: MoodySmtp;
beforeAll(async () => {
  ({ server, smtp } = await startServerWithMoodySmtp());
});
afterAll(() => server.close());

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/London' });

it('a changed text is in force for somebody 30 days after the mail to them went out', {
  timeout: 60_000,
}, async () => {
  const { db } = server.services;
  const { client, user } = await server.client.newUser();
  smtp.mood = 'down';
  const says = 'We now answer within a day.';
  await announceChange(server.services, { kind: 'terms', inForceOn: dayIn(30), says });
  await expect.poll(() => smtp.turnedAway, { timeout: 15_000 }).toBeGreaterThan(0);
  // Two days later the mail server is back, as if it had been announced then.
  const [announcedAt, inForceOn] = [new Date(Date.now() - 2 * 86_400_000), dayIn(28)];
  await db.update(legalChanges).set({ announcedAt, inForceOn });
  await db.execute(sql`update outgoing_emails set content = content || ${JSON.stringify({ inForceOn })}::jsonb
    where cause like 'legal-change:%'`);
  await db.execute(sql`update users set created_at = now() - interval '1 year'`);
  smtp.mood = 'up';
  await sendAgain(server, 'legal-change');
  const mail = smtp.received.find(({ to, raw }) => to === user.email && raw.includes(says));
  expect(mail?.raw).toContain(
    `Our Terms of Service change on ${formatLongDate(`${dayIn(30)}T12:00:00Z`)}`,
  );

  const notices = async () => (await client.get('/user')).body.notices;
  const sent = (days: number) =>
    db.execute(sql`update outgoing_emails set sent_at = now() - make_interval(days => ${days})
      where cause like 'legal-change:%'`);
  await db.update(legalChanges).set({ inForceOn: dayIn(0) });
  expect(await notices()).toEqual([]);
  await sent(29);
  expect(await notices()).toEqual([]);
  await sent(30);
  expect(await notices()).toMatchObject([{ says, in_force_on: dayIn(0) }]);
  // It is known for 90 days that it was sent, and was for whoever was told before.
  await db.delete(outgoingEmails);
  expect(await notices()).toEqual([]);
  await db.execute(sql`update legal_changes set announced_at = now() - interval '91 days'`);
  expect(await notices()).toHaveLength(1);
});

it('whom the mail could not reach is shown the change at the next login, 30 days ahead of it', {
  timeout: 60_000,
}, async () => {
  const { db } = server.services;
  await db.delete(legalChanges);
  const { client, user } = await server.client.newUser();
  smtp.mood = 'down';
  const before = smtp.turnedAway;
  const says = 'We now refund within two days.';
  await announceChange(server.services, { kind: 'terms', inForceOn: dayIn(30), says });
  await expect.poll(() => smtp.turnedAway, { timeout: 15_000 }).toBeGreaterThan(before);
  const notices = async () => (await client.get('/user')).body.notices;
  const written = (days: number) =>
    db.execute(sql`update outgoing_emails set created_at = now() - make_interval(days => ${days})`);
  await written(8);
  // Like anybody, they are shown it from its day on.
  expect(await notices()).toEqual([]);
  await db.update(legalChanges).set({ inForceOn: dayIn(0) });
  await written(6);
  expect(await notices()).toEqual([]);
  await written(8);
  const [notice, ...others] = await notices();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ says, in_force_on: dayIn(30) });
  // By night nothing of it goes, and once it was read nothing is left to be told.
  await written(100);
  await keepRetention(server.services, new Date());
  expect(await notices()).toMatchObject([{ in_force_on: dayIn(30) }]);
  const mine = like(outgoingEmails.cause, `%${user.id}`);
  expect(await db.$count(outgoingEmails, mine)).toBe(1);
  expect((await client.post(`/user/agreements/${notice.id}/acknowledge`)).status).toBe(200);
  expect(await notices()).toEqual([]);
  expect(await db.$count(outgoingEmails, mine)).toBe(0);
});
