import { plans } from 'contract/catalogue';
import { before, retention } from 'contract/retention';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Db } from '../../db/client.ts';
import { outgoingEmails, sessions, subscriptions, users } from '../../db/schema.ts';
import { type Client, person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { keepRetention } from '../retention/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** Has something happen once, after it was decided what becomes of somebody and before that is written. */
function atThatMoment(act: (db: Db) => PromiseLike<unknown>): void {
  const { db, mails } = server.services;
  const queueing = mails.queueing.bind(mails);
  vi.spyOn(mails, 'queueing').mockImplementationOnce(async (mail) => {
    await act(db);
    return queueing(mail);
  });
}

const rowOf = async (id: string) =>
  (await server.services.db.select().from(users).where(eq(users.id, id)))[0];

async function leaver(): Promise<{ id: string; client: Client; password: string }> {
  const someone = person();
  const { client, user } = await server.client.signUp(someone);
  return { id: user.id, client, password: someone.password };
}

it('whoever buys something at the moment in which they leave is not erased', async () => {
  const { id, client, password } = await leaver();
  const [plan] = plans;
  if (!plan) throw new Error('no plan');
  const { id: planId, productId, cycle, amount } = plan;
  atThatMoment((db) =>
    db.insert(subscriptions).values({
      ...{ id: crypto.randomUUID(), userId: id, stripeId: `sub_of_${id}` },
      ...{ planId, productId, cycle, amount, status: 'active', stripeStatus: 'active' },
      ...{
        hasAccess: true,
        paymentProblem: false,
        cancelAtPeriodEnd: false,
        startedAt: new Date(),
      },
    }),
  );
  const reply = await client.delete('/user', { password });
  expect([reply.status, reply.body.error]).toEqual([
    409,
    'This user has just bought a subscription. Please try again.',
  ]);
  expect((await rowOf(id))?.deletedAt).toBeNull();
});

it('whose session is ended at that moment is not erased', async () => {
  const { id, client, password } = await leaver();
  atThatMoment((db) => db.delete(sessions).where(eq(sessions.userId, id)));
  expect((await client.delete('/user', { password })).status).toBe(401);
  expect((await rowOf(id))?.deletedAt).toBeNull();
});

it('whose name changes at that moment is erased all the same, and told by the new one', async () => {
  const { id, client, password } = await leaver();
  atThatMoment((db) => db.update(users).set({ firstName: 'Newname' }).where(eq(users.id, id)));
  expect((await client.delete('/user', { password })).status).toBe(200);
  expect((await rowOf(id))?.firstName).toBe('Deleted');
  const [mail] = await server.services.db
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.cause, `account-deleted:${id}`));
  expect(mail?.content).toMatchObject({ firstName: 'Newname' });
});

it.each([
  ['told of the end of their account', null],
  ['deleted', new Date(Date.now() - 60_000)],
])('whoever signs in at the moment in which they would be %s stays', async (_, deletionDueAt) => {
  const { db } = server.services;
  const { id } = await leaver();
  const lastLoginAt = new Date(before(new Date(), retention.inactiveAccount).getTime() - 1_000_000);
  lastLoginAt.setMilliseconds(0);
  await db.update(users).set({ lastLoginAt, deletionDueAt }).where(eq(users.id, id));
  const toldOf = (which: string) => ({
    cause: `account-inactive:${id}:${lastLoginAt.getTime() / 1000}:${which}`,
    sentAt: new Date(),
  });
  const mail = { template: 'account-inactive', recipient: 'x@y.test', content: {} };
  if (deletionDueAt) {
    await db
      .insert(outgoingEmails)
      .values(['first', 'last'].map((one) => ({ ...mail, ...toldOf(one) })));
  }
  atThatMoment(() =>
    db.update(users).set({ lastLoginAt: sql`now()`, deletionDueAt: null }).where(eq(users.id, id)),
  );
  await keepRetention(server.services);
  expect(await rowOf(id)).toMatchObject({ deletedAt: null, deletionDueAt: null });
  const caused = sql`${outgoingEmails.cause} like ${`%${id}%`} and ${outgoingEmails.template} <> 'welcome'`;
  expect(await db.$count(outgoingEmails, caused)).toBe(deletionDueAt ? 2 : 0);
});
