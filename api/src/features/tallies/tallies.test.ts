import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../../db/client.ts';
import { tallies, tallyChanges } from '../../db/schema.ts';
import { type Change, makeChange } from '../../testing/any-change.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { recount } from './recount.ts';
import { figuresOf, fold, weighSearch } from './service.ts';

/** PGlite takes four times as long for what PostgreSQL has been through. */
const isOnPglite = process.env.TEST_DATABASE === 'pglite';

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

const searches = [
  '',
  'an',
  'ann',
  'a',
  'n a',
  'hannah',
  '@nhs',
  'zoé',
  'zo',
  '%',
  '_',
  '\\',
  'nobody',
];
const subjects = ['user', 'trial-user', 'subscription', 'payment'] as const;
type Subject = (typeof subjects)[number];

/** The figures of a search told from the rows alone, in the plainest way: of each subject its lines. */
async function counted(search: string): Promise<Record<Subject, object[]>> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const fits = sql`(u.first_name || ' ' || u.last_name ilike ${pattern} or u.email ilike ${pattern})`;
  const found = search === '' ? sql`true` : sql`u.deleted_at is null and ${fits}`;
  const people = sql`case when is_active then 'active' else 'inactive' end, role as kind, 0 as amount,
    0 as refunded from users u where deleted_at is null and ${found}`;
  const { rows } = await db.execute<{ subject: Subject }>(sql`
    select subject, status, kind, count(*)::float8 as count, sum(amount)::float8 as amount,
      sum(refunded)::float8 as refunded
    from (
      select 'user' as subject, ${people}
      union all select 'trial-user', ${people}
        and id in (select user_id from subscriptions where status = 'trial')
      union all select 'subscription', s.status, s.plan_id::text, 0, 0
        from subscriptions s join users u on u.id = s.user_id where ${found}
      union all select 'payment', p.status, p.plan_id::text, p.amount, p.refunded
        from payments p join users u on u.id = p.user_id where ${found}
    ) as facts (subject, status, kind, amount, refunded) group by 1, 2, 3`);
  const of = (subject: Subject) =>
    rows.filter((row) => row.subject === subject).map(({ subject: _, ...line }) => line);
  return Object.fromEntries(subjects.map((subject) => [subject, of(subject)])) as Record<
    Subject,
    object[]
  >;
}

const inOrder = (lines: object[]) => lines.map((line) => JSON.stringify(line)).toSorted();

/** The figures kept of a search that was weighed, without those that are nought. */
async function kept(weighed: Awaited<ReturnType<typeof weighSearch>>) {
  const lines = subjects.map(async (subject) => {
    const figures = await figuresOf(db, subject, weighed);
    return [subject, inOrder(figures.filter(({ count }) => count !== 0))] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

async function expectExact(): Promise<void> {
  for (const search of searches) {
    const told = await counted(search);
    const expected = subjects.map((subject) => [subject, inOrder(told[subject])]);
    const figures = await kept(await weighSearch(db, search));
    expect([search, figures]).toEqual([search, Object.fromEntries(expected)]);
  }
}

/** What the triggers should have noted of every month, told from the rows. */
async function expectSeries(): Promise<void> {
  const { rows } = await db.execute(sql`
    with kept as (
      select subject, status, kind, sum(count)::float8 as count, sum(amount)::float8 as amount
      from (select subject, status, kind, count, amount from tallies where term = ''
        union all select subject, status, kind, count, amount from tally_changes) k
      group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0
    ), facts as (
      select f.subject, f.status, f.kind, sum(f.count)::float8 as count,
        sum(f.amount)::float8 as amount
      from (select f.* from users u, user_facts(u) f
        union all select f.* from subscriptions s, subscription_facts(s) f
        union all select f.* from payments p, payment_facts(p) f
        union all select distinct on (user_id, month) false, 'on-trial', month, '', 1, 0, 0
          from subscriptions, (select to_char(m, 'YYYY-MM') as month,
              m at time zone 'Europe/London' as start
            from generate_series(timestamp '2025-06-01', '2028-01-01', '1 month') m) months
          where trial_start < start and trial_end >= start and coalesce(lost_at, 'infinity') >= start
        union all select distinct on (user_id) false, 'on-trial', 'now', '', 1, 0, 0
          from subscriptions where status = 'trial') f
      group by 1, 2, 3
    )
    (select 'kept', * from kept except select 'kept', * from facts)
    union all (select 'facts', * from facts except select 'facts', * from kept)`);
  expect(rows).toEqual([]);
  const late = await db.execute(sql`select s.stripe_id from subscriptions s where first_paid_at is
    distinct from (select min(paid_at) from payments p where p.stripe_subscription_id = s.stripe_id
      and p.status in ('success', 'refunded'))`);
  expect(late.rows).toEqual([]);
}

const change = fc.tuple(fc.nat(63), fc.nat(63), fc.nat(63));

it('equals a recount after any changes, folded or not, with any terms kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 5, maxLength: 25 }),
      fc.constantFrom('as it is', 'fold', 'recount'),
      async (changes, then) => {
        for (const one of changes) await makeChange(db, one);
        if (then === 'fold') await fold(db);
        if (then === 'recount') await recount(db, 3);
        await expectExact();
        await expectSeries();
      },
    ),
    { numRuns: isOnPglite ? 8 : 25 },
  );
});

/**
 * Here nobody locks the customer first, as the product does, so the database may send one back: of
 * two that wait for each other, or that open the same product for the same user.
 */
const reasonOf = (error: Error) => `${error.message} ${error.cause}`;

it('equals a recount after changes at the same time, some of which are taken back', async () => {
  await recount(db, 3);
  // Of few users, so that all of them meet.
  const random = fc.sample(change, 160).map(([kind, who, what]): Change => [kind, who % 3, what]);
  const lanes = Array.from({ length: 8 }, (_, lane) => random.filter((_, n) => n % 8 === lane));
  const work = lanes.map(async (changes) => {
    for (const [n, one] of changes.entries()) {
      await db
        .transaction(async (transaction) => {
          await makeChange(transaction, one);
          if (n % 4 === 3) throw new Error('taken back');
        })
        .catch((error) =>
          expect(reasonOf(error)).toMatch(/taken back|deadlock|subscriptions_one_live/),
        );
    }
  });
  const folding = (async () => {
    for (let n = 0; n < 20; n += 1) await fold(db);
  })();
  await Promise.all([...work, folding]);
  await expectExact();
  await fold(db);
  expect(await db.$count(tallyChanges)).toBe(0);
  await expectExact();
  await expectSeries();
});

it('product O625: a process that stops breaks a recount off, and leaves the figures as they were', async () => {
  await recount(db, 3);
  const before = await db.select().from(tallies);
  const stop = AbortSignal.abort(new Error('stopping'));
  await expect(recount(db, 2, stop)).rejects.toThrow('stopping');
  await makeChange(db, [1, 1, 1]);
  expect(await fold(db, stop)).toBe(false);
  expect(inOrder(await db.select().from(tallies))).toEqual(inOrder(before));
  await expectExact();
});

it('is still exact for a search that was dropped between being weighed and being counted', async () => {
  await recount(db, 3);
  const weighed = await weighSearch(db, 'an');
  expect(weighed?.isKept).toBe(true);
  await recount(db, 1_000_000);
  const told = await counted('an');
  const expected = subjects.map((subject) => [subject, inOrder(told[subject])]);
  expect(await kept(weighed)).toEqual(Object.fromEntries(expected));
});
