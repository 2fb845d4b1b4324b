import type { Db } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import {
  type Figures,
  figuresOf,
  newestMonth,
  readMonths,
  readSeries,
  type SeriesLine,
} from '../tallies/service.ts';
import { figuresByMonth, type MonthFigures, monthSubjects, monthsUpTo } from './months.ts';
import { readToday, sumPastRevenue } from './repository.ts';

/** A figure now, and what it is compared with. */
interface Compared {
  now: number;
  before: number;
}

/** Everything the admins' dashboard says. Amounts in pence. */
export interface Overview {
  activeUsers: Compared;
  trialUsers: Compared;
  activeSubscriptions: Compared;
  /** All time, with what was cleared away for its age, and the same days of this month and last. */
  revenue: { total: number; thisMonth: number; lastMonth: number };
  months: MonthFigures[];
}

/** What happened: a month that has a figure of these has been reached. */
const pastSubjects = ['recurring-began', 'recurring-ended', 'active-ended', 'trial-ended'];
const otherSubjects = ['user-began', 'user-ended', 'active-began', 'active-ended', 'on-trial'];

const sum = <Line extends Figures>(lines: Line[], fits: (line: Line) => boolean): number =>
  lines.filter(fits).reduce((total, line) => total + line.count, 0);

/** Counts are compared with the end of last month in London, revenue with its same days. */
export async function readOverview({ db }: Services): Promise<Overview> {
  const [users, subscriptions, payments, past, { today, months, days }] = await Promise.all([
    figuresOf(db, 'user'),
    figuresOf(db, 'subscription'),
    figuresOf(db, 'payment'),
    sumPastRevenue(db),
    readCalendar(db),
  ]);
  const isActive = ({ status }: Figures) => status === 'active';
  const before = (began: string, ended: string): number => {
    const isEarlier = (subject: string) => (line: SeriesLine) =>
      line.subject === subject && line.status < today.month;
    return sum(months, isEarlier(began)) - sum(months, isEarlier(ended));
  };
  const onTrial = (at: string) =>
    sum(months, ({ subject, status }) => subject === 'on-trial' && status === at);
  const pence = (lines: Figures[]) =>
    lines.reduce((total, { amount, refunded }) => total + amount - refunded, 0);
  return {
    activeUsers: { now: sum(users, isActive), before: before('user-began', 'user-ended') },
    trialUsers: { now: onTrial('now'), before: onTrial(today.month) },
    activeSubscriptions: {
      now: sum(subscriptions, isActive),
      before: before('active-began', 'active-ended'),
    },
    revenue: {
      total:
        past +
        pence(payments.filter(({ status }) => status === 'success' || status === 'refunded')),
      thisMonth: pence(
        days.filter(({ status }) => status.startsWith(today.month) && status <= today.day),
      ),
      lastMonth: pence(days.filter(({ status }) => status < today.monthAgo)) + today.monthAgoSoFar,
    },
    months: figuresByMonth(months, today.month),
  };
}

/** What the dashboard takes for now, with the figures of the months and days up to it. */
async function readCalendar(db: Db) {
  const today = await readToday(db, await newestMonth(db, pastSubjects));
  const [months, days] = await Promise.all([
    readMonths(db, [...monthSubjects, ...otherSubjects], monthsUpTo(today.month)[0] ?? ''),
    readSeries(db, ['revenue'], today.lastMonthFirst),
  ]);
  return { today, months, days };
}
