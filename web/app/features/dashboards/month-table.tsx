import type { AdminDashboard } from 'contract/dashboards';
import { formatCount, formatPounds } from '../../lib/format.ts';
import { formatMonth, formatPercent } from '../../lib/format-figures.ts';
import { Card } from '../../ui/signed-in/card.tsx';
import { FigureLink } from './figure-link.tsx';

type Month = AdminDashboard['months'][number];

interface Column {
  title: string;
  text: (month: Month) => string;
  /** The rows behind the figure, where they can be listed. */
  rows?: (month: Month) => string;
}

const shareOf = (share: number | null, nothing: string) =>
  share === null ? nothing : formatPercent(share);

const columns: Column[] = [
  {
    title: 'Revenue',
    text: ({ revenue }) => formatPounds(revenue),
    rows: ({ revenue, rows }) => (revenue === 0 ? '' : rows.revenue),
  },
  { title: 'Recurring', text: ({ recurring_revenue }) => formatPounds(recurring_revenue) },
  { title: 'Subscribers', text: ({ subscribers }) => formatCount(subscribers) },
  {
    title: 'Ended',
    text: ({ churned }) => formatCount(churned),
    rows: ({ churned, rows }) => (churned === 0 ? '' : rows.churned),
  },
  { title: 'Churn', text: ({ churn }) => shareOf(churn, 'None') },
  {
    title: 'Trials ended',
    text: ({ trials_ended }) => formatCount(trials_ended),
    rows: ({ trials_ended, rows }) => (trials_ended === 0 ? '' : rows.trials_ended),
  },
  {
    title: 'Paid for',
    text: ({ trials_converted }) => formatCount(trials_converted),
    rows: ({ trials_converted, rows }) => (trials_converted === 0 ? '' : rows.trials_converted),
  },
  { title: 'Conversion', text: ({ conversion }) => shareOf(conversion, 'No trials') },
];

/** The twelve months in figures, the newest first. A figure that has rows leads to them. */
export function MonthTable({ data }: { data: AdminDashboard }) {
  const months = data.months.toReversed();
  const cell = 'px-2 py-3 text-right whitespace-nowrap last:pr-5 sm:last:pr-6 xl:px-3';
  return (
    <Card className="overflow-clip">
      <section
        aria-label="Figures of twelve months"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table className="w-full border-collapse text-sm tabular-nums">
          <caption className="sr-only">Twelve months, the newest first</caption>
          <thead className="border-b border-line bg-paper text-xs text-muted">
            <tr>
              <th
                scope="col"
                className="sticky left-0 bg-paper py-3 pr-2 pl-5 text-left align-bottom font-semibold sm:pl-6"
              >
                Month
              </th>
              {columns.map(({ title }) => (
                <th
                  key={title}
                  scope="col"
                  className={`${cell} align-bottom font-semibold lg:whitespace-normal`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {months.map((month, position) => (
              <tr key={month.month}>
                <th
                  scope="row"
                  className="sticky left-0 bg-white py-3 pr-2 pl-5 text-left font-medium whitespace-nowrap sm:pl-6"
                >
                  {formatMonth(month.month)}
                </th>
                {columns.map(({ title, text, rows }) => {
                  const isNow = position === 0 && title === 'Recurring';
                  const to = isNow ? data.recurring_revenue.rows : rows?.(month);
                  return (
                    <td key={title} className={cell}>
                      <FigureLink
                        to={to || undefined}
                        of={`${title.toLowerCase()}, ${formatMonth(month.month)}`}
                      >
                        {text(month)}
                      </FigureLink>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
