import { plans } from 'contract/catalogue';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../../db/client.ts';
import { payments, subscriptions, tallies, tallyChanges, users } from '../../db/schema.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { recount } from './recount.ts';
import { figuresOf, fold, weighSearch } from './service.ts';

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

const names = ['Ann', 'Anna', 'Hannah', 'Ian', 'Nan', 'Zoé', 'O%_'];
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
const statuses = {
  subscription: ['active', 'trial', 'cancelled', 'expired'],
  payment: ['success', 'pending', 'failed', 'refunded'],
} as const;
const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;
const day = (n: number) => new Date(Date.UTC(2026, n % 12, (n % 28) + 1, 23, 30));

/** One change to the data, chosen by numbers, so that fast-check can vary and shrink it. */
type Change = [kind: number, who: number, what: number];

async function apply(on: Db, [kind, who, what]: Change): Promise<void> {
  const everybody = await on.select({ id: users.id }).from(users).orderBy(users.id);
  const user = everybody[who % Math.max(1, everybody.length)];
  const plan = pick(plans, what);
  if (kind % 8 === 0 || !user) {
    const id = crypto.randomUUID();
    await on.insert(users).values({
      id,
      firstName: pick(names, who),
      lastName: pick(names, what),
      email: `${pick(names, what)}.${id}@${who % 2 ? 'nhs.net' : 'eye.test'}`,
      passwordHash: '-',
      role: what % 5 === 0 ? 'admin' : 'user',
      createdAt: day(what),
    });
  } else if (kind % 8 === 1) {
    const changes = [
      { firstName: pick(names, what) },
      { isActive: what % 2 === 0 },
      { role: what % 2 ? ('admin' as const) : ('user' as const) },
      { deletedAt: new Date(), isActive: false },
    ];
    await on
      .update(users)
      .set(pick(changes, what >> 1))
      .where(eq(users.id, user.id));
  } else if (kind % 8 <= 3) {
    const status = pick(statuses.subscription, what);
    const changes = {
      planId: plan.id,
      productId: plan.productId,
      amount: plan.amount,
      status,
      hasAccess: status === 'active' || status === 'trial',
      trialStart: what % 3 ? day(who >> 1) : null,
      trialEnd: what % 3 ? day(who) : null,
      endedAt: what % 2 ? day(what + who) : null,
    };
    // Two at most: one product each.
    const stripeId = `sub_${user.id}_${plan.productId.at(-1) === '1' ? 1 : 2}`;
    await on
      .insert(subscriptions)
      .values({
        id: crypto.randomUUID(),
        userId: user.id,
        stripeId,
        stripeStatus: '',
        cycle: plan.cycle,
        paymentProblem: false,
        cancelAtPeriodEnd: false,
        startedAt: day(who),
        ...changes,
      })
      .onConflictDoUpdate({ target: subscriptions.stripeId, set: changes });
  } else if (kind % 8 === 4) {
    await on.delete(payments).where(eq(payments.stripeInvoiceId, `in_${user.id}_${what % 3}`));
  } else {
    const changes = {
      planId: plan.id,
      productId: plan.productId,
      amount: plan.amount,
      refunded: what % 4 === 0 ? plan.amount : what % 4 === 1 ? 100 : 0,
      status: pick(statuses.payment, what),
      paidAt: day(what),
    };
    await on
      .insert(payments)
      .values({
        id: crypto.randomUUID(),
        userId: user.id,
        stripeInvoiceId: `in_${user.id}_${what % 3}`,
        stripeSubscriptionId: `sub_${user.id}_${(what % 2) + 1}`,
        ...changes,
      })
      .onConflictDoUpdate({ target: payments.stripeInvoiceId, set: changes });
  }
}

const subjects = ['user', 'trial-user', 'subscription', 'payment'] as const;

/** The figures told from the rows alone, in the plainest way. */
async function counted(subject: (typeof subjects)[number], search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const fits = sql`(u.first_name || ' ' || u.last_name ilike ${pattern} or u.email ilike ${pattern})`;
  const found = search === '' ? sql`true` : sql`u.deleted_at is null and ${fits}`;
  const rows = {
    user: sql`select case when is_active then 'active' else 'inactive' end as status, role as kind,
      0 as amount, 0 as refunded from users u where deleted_at is null and ${found}`,
    'trial-user': sql`select case when is_active then 'active' else 'inactive' end as status,
      role as kind, 0 as amount, 0 as refunded from users u where deleted_at is null and ${found}
      and id in (select user_id from subscriptions where status = 'trial')`,
    subscription: sql`select s.status, s.plan_id::text as kind, 0 as amount, 0 as refunded
      from subscriptions s join users u on u.id = s.user_id where ${found}`,
    payment: sql`select p.status, p.plan_id::text as kind, p.amount, p.refunded
      from payments p join users u on u.id = p.user_id where ${found}`,
  }[subject];
  const result = await db.execute(sql`select status, kind, count(*)::float8 as count,
    sum(amount)::float8 as amount, sum(refunded)::float8 as refunded
    from (${rows}) r group by 1, 2`);
  return result.rows;
}

const inOrder = (lines: object[]) => lines.map((line) => JSON.stringify(line)).toSorted();

async function expectExact(): Promise<void> {
  for (const search of searches) {
    const weighed = await weighSearch(db, search);
    for (const subject of subjects) {
      const kept = (await figuresOf(db, subject, weighed)).filter(({ count }) => count !== 0);
      expect([search, subject, ...inOrder(kept)]).toEqual([
        search,
        subject,
        ...inOrder(await counted(subject, search)),
      ]);
    }
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
        for (const one of changes) await apply(db, one);
        if (then === 'fold') await fold(db);
        if (then === 'recount') await recount(db, 3);
        await expectExact();
        await expectSeries();
      },
    ),
    { numRuns: 25 },
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
          await apply(transaction, one);
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
  await apply(db, [1, 1, 1]);
  expect(await fold(db, stop)).toBe(false);
  expect(inOrder(await db.select().from(tallies))).toEqual(inOrder(before));
  await expectExact();
});

it('is still exact for a search that was dropped between being weighed and being counted', async () => {
  await recount(db, 3);
  const weighed = await weighSearch(db, 'an');
  expect(weighed?.isKept).toBe(true);
  await recount(db, 1_000_000);
  for (const subject of subjects) {
    const figures = (await figuresOf(db, subject, weighed)).filter(({ count }) => count !== 0);
    expect(inOrder(figures)).toEqual(inOrder(await counted(subject, 'an')));
  }
});
