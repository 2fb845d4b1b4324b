import { findPlan } from 'contract/catalogue';
import type { SeriesLine } from '../tallies/service.ts';

/** What a month came to. Amounts in pence. */
export interface MonthFigures {
  /** Such as 2026-11, in London. */
  month: string;
  revenue: number;
  /** At the end of the month, or now: what the paid subscriptions bring in each month. */
  recurring: number;
  subscribers: number;
  subscribersBefore: number;
  churned: number;
  trialsEnded: number;
  trialsConverted: number;
}

/** What `figuresByMonth` reads. */
export const monthSubjects = [
  'payment-month',
  'recurring-began',
  'recurring-ended',
  'churned',
  'trial-ended',
  'trial-converted',
];

const shown = 12;

/** The figures of twelve months up to and with `last`, the oldest first. */
export function figuresByMonth(lines: SeriesLine[], last: string): MonthFigures[] {
  return monthsUpTo(last).map((month) => {
    const sum = (
      subject: string,
      fits: (line: SeriesLine) => boolean,
      figure: (line: SeriesLine) => number = ({ count }) => count,
    ): number =>
      lines
        .filter((line) => line.subject === subject && fits(line))
        .reduce((total, line) => total + figure(line), 0);
    const inIt = ({ status }: SeriesLine) => status === month;
    const until = ({ status }: SeriesLine) => status <= month;
    const before = ({ status }: SeriesLine) => status < month;
    const held = (fits: (line: SeriesLine) => boolean) =>
      sum('recurring-began', fits) - sum('recurring-ended', fits);
    return {
      month,
      revenue: sum('payment-month', (line) => inIt(line) && isPaid(line), keptOf),
      recurring: Math.round(
        sum('recurring-began', until, perMonth) - sum('recurring-ended', until, perMonth),
      ),
      subscribers: held(until),
      subscribersBefore: held(before),
      churned: sum('churned', inIt),
      trialsEnded: sum('trial-ended', inIt),
      trialsConverted: sum('trial-converted', inIt),
    };
  });
}

const isPaid = ({ kind }: SeriesLine) => /^(success|refunded) /.test(kind);
const keptOf = ({ amount, refunded }: SeriesLine) => amount - refunded;

function perMonth({ kind, amount }: SeriesLine): number {
  return findPlan(kind)?.cycle === 'yearly' ? amount / 12 : amount;
}

/** The names of twelve months up to and with `last`, the oldest first. */
export function monthsUpTo(last: string): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number);
  return Array.from({ length: shown }, (_, index) =>
    new Date(Date.UTC(year, month - shown + index, 1)).toISOString().slice(0, 7),
  );
}
