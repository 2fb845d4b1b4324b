import { after, before, retention } from 'contract/retention';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails, users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { startServerWithMoodySmtp } from '../../testing/mailbox.ts';
import { sendAgain } from '../../testing/send-again.ts';
import type { TestServer } from '../../testing/server.ts';
import type { MoodySmtp } from '../../testing/smtp.ts';
import { keepRetention } from './service.ts';

let server: TestServer;
let smtp: MoodySmtp;
beforeAll(async () => {
  ({ server, smtp } = await startServerWithMoodySmtp());
});
afterAll(() => server.close());

const now = new Date();
const inDays = (count: number) => after(now, { count, unit: 'day' });
const run = (days: number) => keepRetention(server.services, inDays(days));

/** Somebody whose five years are over in 60 days. */
async function unused(parts: Parameters<typeof person>[0] = {}) {
  const { user } = await server.client.newUser(parts);
  const lastLoginAt = before(inDays(59.9), retention.inactiveAccount);
  await server.services.db.update(users).set({ lastLoginAt }).where(eq(users.id, user.id));
  return user;
}

const rowOf = async (id: string) => {
  const [row] = await server.services.db.select().from(users).where(eq(users.id, id));
  return row as NonNullable<typeof row>;
};
const written = (id: string) =>
  server.services.db.$count(outgoingEmails, like(outgoingEmails.cause, `account-unused:${id}%`));

it('an account is deleted no sooner than its notice after the mail went out, which waits for a mail server', {
  timeout: 60_000,
}, async () => {
  const someone = person();
  const [user, back] = [await unused(), await unused(someone)];
  smtp.mood = 'down';
  await run(0);
  expect(await written(user.id)).toBe(1);
  // The mail server was away all the time: nothing more is said, and nobody is deleted.
  for (const days of [46.5, 61, 80]) await run(days);
  expect(await rowOf(user.id)).toMatchObject({ deletedAt: null });
  expect(await written(user.id)).toBe(1);
  // Who logs in before it went out is told nothing.
  await server.client.logIn(someone.email, someone.password);
  const due = inDays(30);
  await server.services.db.update(users).set({ deletionDueAt: due }).where(eq(users.id, user.id));
  smtp.mood = 'up';
  await sendAgain(server, 'account-unused');
  expect(await written(back.id)).toBe(0);
  const first = (await rowOf(user.id)).deletionDueAt?.getTime() ?? 0;
  expect(first).toBeGreaterThanOrEqual(
    after(new Date(), retention.firstInactivityNotice).getTime(),
  );
  const { raw = '' } = smtp.received.find(({ to }) => to === user.email) ?? {};
  expect(raw).toContain(
    new Date(first).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }),
  );

  smtp.mood = 'down';
  await run(50);
  expect(await written(user.id)).toBe(2);
  await run(90);
  expect(await rowOf(user.id)).toMatchObject({ deletedAt: null });
  smtp.mood = 'up';
  await sendAgain(server, 'account-unused');
  await run(90);
  expect((await rowOf(user.id)).deletedAt).not.toBeNull();
});
