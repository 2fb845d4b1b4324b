import { promised } from './promised.ts';

const londonParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day in London on which a moment falls, such as 2026-12-06. */
export function londonDay(moment: Date): string {
  return londonParts.format(moment);
}

/** How many days in London lie from one moment to another: 0 within a day. */
export function londonDaysBetween(from: Date, to: Date): number {
  return (Date.parse(londonDay(to)) - Date.parse(londonDay(from))) / 86_400_000;
}

/**
 * The last day, in London, on which one may withdraw if the right begins at `since`: that day itself
 * is not counted.
 */
export function lastDayToWithdraw(since: Date): string {
  const [year = 0, month = 0, day = 0] = londonDay(since).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + promised.withdrawalDays))
    .toISOString()
    .slice(0, 10);
}
