import { DAY } from '../clock/day.ts';

/** How often a price recurs. */
export interface Recurrence {
  interval: 'day' | 'week' | 'month' | 'year' | (string & {});
  interval_count: number;
}

/**
 * The boundary `count` cycles after the anchor. Months keep the anchor's day and fall back to
 * the month's last day where it is missing: 31 January, 28 February, 31 March. UTC.
 * @param anchor unix seconds
 */
export function boundary(
  anchor: number,
  { interval, interval_count }: Recurrence,
  count: number,
): number {
  const steps = count * interval_count;
  if (interval === 'day') return anchor + steps * DAY;
  if (interval === 'week') return anchor + steps * 7 * DAY;
  const months = interval === 'year' ? steps * 12 : steps;
  const start = new Date(anchor * 1000);
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  first.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return first.getTime() / 1000;
}

/**
 * The end of the cycle that begins at or contains `instant`.
 * @param anchor unix seconds, at or before `instant`
 */
export function cycleEnd(anchor: number, recurrence: Recurrence, instant: number): number {
  let count = 1;
  while (boundary(anchor, recurrence, count) <= instant) count += 1;
  return boundary(anchor, recurrence, count);
}
