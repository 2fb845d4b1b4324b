import { findPlan } from 'contract/catalogue';
import type { payments, subscriptions, users } from '../db/schema.ts';

export interface Rows {
  users: (typeof users.$inferSelect)[];
  subscriptions: (typeof subscriptions.$inferSelect)[];
  payments: (typeof payments.$inferSelect)[];
}

/** London is an hour ahead of UTC from the last Sunday of March to that of October, 1:00 UTC. */
function isSummer(at: Date): boolean {
  const lastSunday = (month: number) => {
    const end = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0, 1));
    return end.getTime() - end.getUTCDay() * 86_400_000;
  };
  return at.getTime() >= lastSunday(2) && at.getTime() < lastSunday(9);
}
const hour = 3_600_000;
/** The moment a month begins in London; `month` may be below 0 or above 11. */
function startOf(year: number, month: number): Date {
  const midnight = new Date(Date.UTC(year, month, 1));
  return isSummer(midnight) ? new Date(midnight.getTime() - hour) : midnight;
}
const inLondon = (at: Date) => new Date(at.getTime() + (isSummer(at) ? hour : 0));

const growth = (now: number, before: number) =>
  now === before ? 0 : before === 0 ? null : Math.round((now / before - 1) * 1000) / 10;
const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

function trialOver({ trialEnd, lostAt }: Rows['subscriptions'][number]): Date | null {
  return trialEnd && lostAt && lostAt < trialEnd ? lostAt : trialEnd;
}

/** A moment, or the newest of what happened where that is later: of an end, its month. */
function reached(at: Date, { subscriptions, payments }: Rows): Date {
  const ends = subscriptions
    .flatMap((s) => [s.lostAt, s.status === 'trial' ? null : trialOver(s)])
    .flatMap((end) => (end ? [inLondon(end)] : []))
    .map((end) => startOf(end.getUTCFullYear(), end.getUTCMonth()));
  const paid = payments.map((p) => p.paidAt);
  return [at, ...ends, ...paid].reduce((newest, one) => (one > newest ? one : newest));
}

/** The dashboard's figures at a moment, told from all rows in the plainest way. */
export function figuresAt(at: Date, { users, subscriptions, payments }: Rows) {
  const now = reached(at, { users, subscriptions, payments });
  const local = inLondon(now);
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
  const [first, lastFirst] = [startOf(year, month), startOf(year, month - 1)];
  const sameDay = Date.UTC(year, month - 1, local.getUTCDate()) + (local.getTime() % 86_400_000);
  const hasNoSuchDay = new Date(sameDay).getUTCMonth() !== (month + 11) % 12;
  const lastUntil = hasNoSuchDay ? first : toUtc(new Date(sameDay));

  const activeUsers = users.filter((u) => u.isActive && !u.deletedAt).length;
  const activeUsersBefore = users.filter(
    (u) => u.createdAt < first && !(u.deactivatedAt && u.deactivatedAt < first),
  ).length;
  const people = (of: Rows['subscriptions']) => new Set(of.map((s) => s.userId)).size;
  const trialUsers = people(subscriptions.filter((s) => s.status === 'trial'));
  const trialUsersBefore = people(
    subscriptions.filter(
      (s) => s.trialStart && s.trialStart < first && (trialOver(s) ?? 0) >= first,
    ),
  );
  const active = subscriptions.filter((s) => s.status === 'active').length;
  const activeBefore = subscriptions.filter((s) => {
    const began = s.trialEnd ?? s.startedAt;
    return began < first && !(s.lostAt && (s.lostAt <= began || s.lostAt < first));
  }).length;
  const revenue = (from: Date, to: Date) =>
    payments
      .filter((p) => p.status === 'success' || p.status === 'refunded')
      .filter((p) => p.paidAt >= from && p.paidAt < to)
      .reduce((pence, p) => pence + p.amount - p.refunded, 0);

  /** Those that had been paid for and brought in money at a moment. */
  const paying = (at: Date) => subscriptions.filter((s) => pays(s, at));
  function pays(s: Rows['subscriptions'][number], at: Date): boolean {
    const until = s.status === 'active' ? null : (s.lostAt ?? s.trialStart ?? s.startedAt);
    return s.firstPaidAt !== null && s.firstPaidAt < at && (until === null || until >= at);
  }
  const perMonth = (all: Rows['subscriptions']) =>
    Math.round(
      all.reduce((sum, s) => sum + s.amount / (findPlan(s.planId)?.cycle === 'yearly' ? 12 : 1), 0),
    ) / 100;

  const months = Array.from({ length: 12 }, (_, n) => {
    const [from, to] = [startOf(year, month - 11 + n), startOf(year, month - 10 + n)];
    const before = paying(from);
    const churned = before.filter((s) => !pays(s, to)).length;
    const ended = subscriptions.filter((s) => {
      const over = trialOver(s);
      return s.status !== 'trial' && over && over >= from && over < to;
    });
    const converted = ended.filter((s) => s.firstPaidAt).length;
    return {
      month: new Date(Date.UTC(year, month - 11 + n)).toISOString().slice(0, 7),
      revenue: revenue(from, to) / 100,
      recurring_revenue: perMonth(paying(to)),
      subscribers: paying(to).length,
      churned,
      churn: share(churned, before.length),
      trials_ended: ended.length,
      trials_converted: converted,
      conversion: share(converted, ended.length),
    };
  });
  const recurring = months[11]?.recurring_revenue ?? 0;
  return {
    active_users: { count: activeUsers, growth: growth(activeUsers, activeUsersBefore) },
    trial_users: { count: trialUsers, growth: growth(trialUsers, trialUsersBefore) },
    active_subscriptions: { count: active, growth: growth(active, activeBefore) },
    total_revenue: {
      amount: revenue(new Date(0), new Date('2100-01-01')) / 100,
      growth: growth(revenue(first, new Date(now.getTime() + 1)), revenue(lastFirst, lastUntil)),
    },
    recurring_revenue: {
      amount: recurring,
      growth: growth(recurring, months[10]?.recurring_revenue ?? 0),
    },
    months,
  };
}

/** London's clock as a moment. */
function toUtc(local: Date): Date {
  const early = new Date(local.getTime() - hour);
  return isSummer(early) ? early : local;
}
