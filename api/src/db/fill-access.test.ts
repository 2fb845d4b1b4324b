import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { days } from '../testing/access-answers.ts';
import { accessRowsOf, holdByRow } from '../testing/held.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import type { Db } from './client.ts';
import { fillAccess } from './fill-access.ts';
import type { Statements } from './functions.ts';
import { isUpToDate } from './migrations.ts';
import { productAccess, users } from './schema.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.services.db;
});
afterAll(() => server.close());

const ask: Statements['query'] = (text) => db.execute(sql.raw(text));

/** As the release before the rows of access leaves a database whose functions are this one's by now. */
async function forgetAccess(): Promise<void> {
  await db.delete(productAccess);
  await ask("insert into drizzle.__to_fill values ('product_access') on conflict do nothing");
}

async function holder(): Promise<string> {
  const { user } = await server.client.newUser();
  await holdByRow(db, user.id, 'combined', { status: 'trial' });
  return user.id;
}

const factsOf = async (userId: string) =>
  Object.entries(await accessRowsOf(db, userId))
    .toSorted()
    .map(([product, row]) => {
      const { hasAccess, reason, since, until, version } = row ?? {};
      return { product, hasAccess, reason, since, until, version };
    });

beforeEach(async () => {
  await db.delete(productAccess);
  await ask('delete from drizzle.__to_fill');
});

it('everybody who subscribed before gets the rows that they would have, once, the deleted too', async () => {
  const [on, deleted] = [await holder(), await holder()];
  const gone = { deletedAt: sql`now()`, deactivatedAt: days(-3), isActive: false };
  await db.update(users).set(gone).where(eq(users.id, deleted));
  const before = [await factsOf(on), await factsOf(deleted)];
  expect(before.map((rows) => rows.map(({ reason }) => reason))).toEqual([
    ['trial', 'trial'],
    ['deleted', 'deleted'],
  ]);
  await forgetAccess();
  await fillAccess(ask);
  const first = before.map((rows) => rows.map((row) => ({ ...row, version: 1 })));
  expect([await factsOf(on), await factsOf(deleted)]).toEqual(first);
  await db.delete(productAccess);
  // It was done: what goes after that stays away.
  await fillAccess(ask);
  expect(await factsOf(on)).toEqual([]);
});

it('begins with few, holds nobody up, and comes back for who is being changed', async () => {
  const people: string[] = [];
  for (let n = 0; n < 30; n += 1) people.push(await holder());
  const [busy] = people.toSorted();
  await forgetAccess();
  const sizes: number[] = [];
  let filled: Promise<void> | undefined;
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select from users where id = ${busy}::uuid for update`);
    filled = fillAccess((text) => {
      const size = /fill_access\('.*', (\d+)\)/.exec(text)?.[1];
      if (size) sizes.push(Number(size));
      return ask(text);
    });
    const others = people.filter((id) => id !== busy);
    await expect
      .poll(
        async () => (await Promise.all(others.map(factsOf))).every((rows) => rows.length === 2),
        { timeout: 20_000 },
      )
      .toBe(true);
    expect(await factsOf(busy ?? '')).toEqual([]);
  });
  await filled;
  expect(await factsOf(busy ?? '')).toMatchObject([
    { reason: 'trial', version: 1 },
    { reason: 'trial', version: 1 },
  ]);
  expect(sizes[0]).toBe(20);
}, 30_000);

it('broken off, it is gone on with by the next start, and until then nothing is up to date', async () => {
  const people: string[] = [];
  for (let n = 0; n < 25; n += 1) people.push(await holder());
  await forgetAccess();
  let batches = 0;
  const dying: Statements['query'] = async (text) => {
    if (text.includes('fill_access')) batches += 1;
    if (batches > 1) throw new Error('killed');
    return ask(text);
  };
  await expect(fillAccess(dying)).rejects.toThrow('killed');
  expect(await db.$count(productAccess)).toBe(40);
  expect(await isUpToDate(ask)).toBe(false);
  // Meanwhile somebody is changed by the release before: their row is there, and stays as it is.
  const last = people.toSorted().at(-1) ?? '';
  await db.update(users).set({ isActive: false }).where(eq(users.id, last));
  await fillAccess(ask);
  expect(await factsOf(last)).toMatchObject([{ reason: 'deactivated' }, { reason: 'deactivated' }]);
  expect(new Set((await db.select().from(productAccess)).map(({ userId }) => userId))).toEqual(
    new Set(
      (
        await db
          .selectDistinct({ id: users.id })
          .from(users)
          .where(sql`exists (
      select from subscriptions where user_id = ${users.id})`)
      ).map(({ id }) => id),
    ),
  );
  expect(await isUpToDate(ask)).toBe(true);
});
