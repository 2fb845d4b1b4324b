import { deepStrictEqual as same } from 'node:assert/strict';
import { day, type Life } from './life.ts';
import type { Held, Truth } from './truth.ts';
import { daysOfLondon } from './withdrawal.ts';

/**
 * After a sweep everybody has been reminded whose time has come: three days before a trial's end, 14
 * before a yearly renewal and each sixth one of a monthly plan, a month before a charge to a card that
 * has expired by then.
 */
export function checkReminders({ world }: Life, { held, credit }: Truth): void {
  const { sandbox, mails } = world;
  const now = sandbox.now();
  const goesOn = held.filter(
    ({ live, ending, cancelAt, periodEnd }) =>
      live && periodEnd > now && (!ending || (cancelAt ?? 0) > periodEnd),
  );
  const due = [
    ...goesOn
      .filter(
        ({ stripeStatus, periodEnd }) => stripeStatus === 'trialing' && periodEnd - 3 * day <= now,
      )
      .map(({ id, trialEnd }) => `trial-ending:${id}:${trialEnd}`),
    ...goesOn
      .filter((one) => isToldOf(one) && daysOfLondon(now, one.periodEnd) <= 14)
      .map(({ id, periodEnd }) => `renewal-reminder:${id}:${periodEnd}`),
    // What credit pays is charged to no card.
    ...(credit > 0 ? [] : goesOn)
      .filter(
        ({ stripeStatus, periodEnd }) =>
          stripeStatus !== 'past_due' && daysOfLondon(now, periodEnd) <= 31,
      )
      .flatMap((one) => oldCard(world.sandbox, one)),
  ];
  same(
    due.filter((cause) => !mails.has(cause)),
    [],
    'reminders that did not go out',
  );
}

function isToldOf({ stripeStatus, plan, periodEnd, trialEnd, startedAt }: Held): boolean {
  if (stripeStatus !== 'active') return false;
  const months = monthOf(periodEnd) - monthOf(trialEnd ?? startedAt);
  return plan.cycle === 'yearly' || (months > 0 && months % 6 === 0);
}

/** The cause of the notice of a card whose month is over before the charge. */
function oldCard(
  sandbox: Life['world']['sandbox'],
  { id, periodEnd, card, cardExpires }: Held,
): string[] {
  const method = sandbox.all('payment_method').find((one) => one.id === card);
  // An hour of summer time: the charge's day is London's.
  if (!method?.card || periodEnd < cardExpires + 3_600) return [];
  const { exp_month: month, exp_year: year } = method.card;
  return [`card-expiring:${method.id}:${year}-${month}:${id}:${periodEnd}`];
}

const monthOf = (seconds: number): number => {
  const date = new Date(seconds * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
