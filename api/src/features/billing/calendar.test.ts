import { plans } from 'contract/catalogue';
import { formatLongDate } from 'contract/format';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useHostedPage } from '../../testing/model/hosted.ts';
import {
  type Customer,
  call,
  closeWorld,
  meetCustomer,
  openWorld,
  read,
  type World,
} from '../../testing/model/world.ts';

const trialDays = 7;
/** Seconds from the end of a period to the charge for the next one. */
const draftHour = 3_600;
const leapYear = [1, 2, 3, 4, 5, 6, 7, 8]
  .map((years) => new Date().getUTCFullYear() + years)
  .find((year) => daysIn(year, 2) === 29) as number;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => closeWorld(world));

/* What a calendar on the wall says, and nothing of the code under test. */

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

interface Moment {
  year: number;
  month: number;
  day: number;
  /** Seconds since midnight, UTC. */
  time: number;
}

function afterMonths({ year, month, day, time }: Moment, months: number): Moment {
  let [toYear, toMonth] = [year, month];
  for (let count = 0; count < months; count += 1) {
    toMonth += 1;
    if (toMonth > 12) [toYear, toMonth] = [toYear + 1, 1];
  }
  return { year: toYear, month: toMonth, day: Math.min(day, daysIn(toYear, toMonth)), time };
}

function instant({ year, month, day, time }: Moment): number {
  let days = 0;
  for (let y = 1970; y < year; y += 1) days += daysIn(y, 2) === 29 ? 366 : 365;
  for (let m = 1; m < month; m += 1) days += daysIn(year, m);
  return (days + day - 1) * 86_400 + time;
}

function momentOf(seconds: number): Moment {
  let left = Math.floor(seconds / 86_400);
  let [year, month] = [1970, 1];
  while (left >= daysIn(year, month)) {
    left -= daysIn(year, month);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return { year, month, day: left + 1, time: seconds % 86_400 };
}

/** 1 January 1970 was a Thursday. The clocks change at one o'clock UTC. */
function lastSunday(year: number, month: number): Moment {
  const last: Moment = { year, month, day: daysIn(year, month), time: 3_600 };
  const weekday = (Math.floor(instant(last) / 86_400) + 4) % 7;
  return { ...last, day: last.day - weekday };
}

const names =
  'January February March April May June July August September October November December';

function londonDate(seconds: number): string {
  const { year } = momentOf(seconds);
  const isSummer =
    seconds >= instant(lastSunday(year, 3)) && seconds < instant(lastSunday(year, 10));
  const there = momentOf(seconds + (isSummer ? 3_600 : 0));
  return `${there.day} ${names.split(' ')[there.month - 1]} ${there.year}`;
}

async function clockTo(seconds: number): Promise<void> {
  const answer = await world.sandbox.fetch('http://localhost/sandbox/clock', {
    method: 'POST',
    body: JSON.stringify({ advance_to: seconds }),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
}

/** Starts a trial that ends at the moment, give or take a second of real time. */
async function trialUntil(moment: Moment, cycle: 'monthly' | 'yearly'): Promise<Customer> {
  const customer = await meetCustomer(world);
  await clockTo(instant(moment) - trialDays * 86_400);
  const plan = plans.find(({ lookupKey }) => lookupKey === `cataract_${cycle}`);
  const choice = { product_id: plan?.productId, pricing_plan_id: plan?.id };
  const { body } = await call(world, customer, '/subscriptions/checkout', choice);
  expect(await useHostedPage(world, body.checkout_url ?? '', 'pays')).toBe(true);
  return customer;
}

const periodEnd = (): number | undefined =>
  world.sandbox.all('subscription')[0]?.items.data[0]?.current_period_end;

/** Lives through so many renewals, and compares each with the calendar. */
async function liveThrough(start: Moment, cycle: 'monthly' | 'yearly', renewals: number) {
  const customer = await trialUntil(start, cycle);
  const anchor = momentOf(periodEnd() ?? 0);
  expect(Math.abs(instant(anchor) - instant(start))).toBeLessThan(10);
  const boundary = (count: number) =>
    instant(afterMonths(anchor, count * (cycle === 'monthly' ? 1 : 12)));
  for (let count = 0; count <= renewals; count += 1) {
    const [begins, ends] = [boundary(count), boundary(count + 1)];
    await clockTo(begins - 60);
    expect(periodEnd(), `before ${londonDate(begins)}`).toBe(begins);
    await clockTo(begins);
    expect(periodEnd(), `from ${londonDate(begins)}`).toBe(ends);
    await call(world, customer, '/user/subscriptions/refresh');
    const [{ next_charge: next }] = (await read(world, customer, '/user/subscriptions'))
      .subscriptions;
    expect(new Date(next.date).getTime()).toBe(ends * 1_000);
    expect(formatLongDate(next.date)).toBe(londonDate(ends));
    // In this hour the charge of the period that has begun is the soonest (product B474).
    const { data } = await read(world, customer, '/users/dashboard-stats');
    const soonest = (begins + draftHour) * 1_000;
    expect(new Date(data.next_billing.date).getTime()).toBe(soonest);
  }
  await clockTo(boundary(renewals) + draftHour);
  await call(world, customer, '/user/subscriptions/refresh');
  const { payments } = await read(world, customer, '/user/payments');
  const days = payments.map((one: { payment_date: string }) => formatLongDate(one.payment_date));
  const expected = Array.from({ length: renewals + 1 }, (_, count) =>
    londonDate(boundary(count) + draftHour),
  );
  expect(days).toEqual(expected.reverse());
}

const year = leapYear;
const spring = lastSunday(year, 3);
const autumn = lastSunday(year, 10);
/** In 14 months from each of these every month and every change of the clocks has been. */
const starts: [number, string, Moment][] = [
  [36, '31 January', { year, month: 1, day: 31, time: 34_200 }],
  [14, '30 January', { year, month: 1, day: 30, time: 0 }],
  [14, '29 January', { year, month: 1, day: 29, time: 43_200 }],
  [14, 'the leap day', { year, month: 2, day: 29, time: 61_000 }],
  [14, '31 August, past midnight in London only', { year, month: 8, day: 31, time: 84_600 }],
  [14, 'the hour the clocks go forward', { ...spring, time: 3_000 }],
  [14, 'the hour after they went forward', { ...spring, time: 5_400 }],
  [14, 'the hour that comes twice', { ...autumn, time: 1_800 }],
  [14, 'the hour after it', { ...autumn, time: 5_400 }],
];

test.each(starts)(
  '%d months from %s are charged on the days of the calendar',
  async (months, _, start) => {
    await liveThrough(start, 'monthly', months);
  },
);

test.each([
  ['the leap day', { year, month: 2, day: 29, time: 61_000 }],
  ['the last hour of a year', { year, month: 12, day: 31, time: 84_600 }],
])('four years from %s are charged on the days of the calendar', async (_, start) => {
  await liveThrough(start, 'yearly', 4);
});
