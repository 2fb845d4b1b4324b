import type { AdminDashboard } from 'contract/dashboards';
import { formatCount, formatPounds } from '../../lib/format.ts';
import { formatMonth, formatPercent } from '../../lib/format-figures.ts';
import { Card } from '../../ui/signed-in/card.tsx';
import { Segmented } from '../../ui/signed-in/segmented.tsx';
import { Skeleton } from '../../ui/signed-in/skeleton.tsx';
import { GrowthNote } from './growth-note.tsx';
import { metricDescriptions } from './metric-descriptions.ts';
import { MonthTable } from './month-table.tsx';
import { TrendCard } from './trend-card.tsx';

type View = 'charts' | 'table';

const views = [
  { value: 'charts', label: 'Charts' },
  { value: 'table', label: 'Table' },
] as const;

interface Props {
  data?: AdminDashboard;
  view: View;
  onView: (view: View) => void;
}

/** Twelve months of the figures, as drawings or as a table that leads to the rows behind each. */
export function Trends({ data, view, onView }: Props) {
  return (
    <section aria-labelledby="twelve-months" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="twelve-months" className="text-base font-semibold tracking-tight">
          Twelve Months
        </h2>
        <Segmented label="Show as" options={views} value={view} onChange={onView} />
      </div>
      {!data && (
        <div className="grid gap-4 md:grid-cols-2 xl:gap-5">
          {['first', 'second', 'third', 'fourth'].map((card) => (
            <Card key={card} className="p-5 sm:p-6">
              <Skeleton className="my-1 h-5 w-40" />
              <Skeleton className="mt-2 h-7 w-28" />
              <Skeleton className="mt-4 h-50 w-full" />
            </Card>
          ))}
        </div>
      )}
      {data && (view === 'table' ? <MonthTable data={data} /> : <TrendCharts data={data} />)}
    </section>
  );
}

const pounds = (value: number | null) => formatPounds(value ?? 0);
const shortPounds = (value: number) => `£${formatCount(value)}`;
const shareOr = (nothing: string) => (value: number | null) =>
  value === null ? nothing : formatPercent(value);

function TrendCharts({ data }: { data: AdminDashboard }) {
  const { months, recurring_revenue: recurring } = data;
  const now = months.at(-1);
  if (!now) return null;
  const names = months.map(({ month }) => month);
  const churn = shareOr('No subscribers');
  const conversion = shareOr('No trials');
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:gap-5">
      <TrendCard
        title="Monthly Recurring Revenue"
        help={metricDescriptions.recurring}
        figure={formatPounds(recurring.amount)}
        to={recurring.rows}
        of="of recurring revenue"
        note={<GrowthNote growth={recurring.growth} />}
        kind="line"
        months={names}
        values={months.map(({ recurring_revenue }) => recurring_revenue)}
        format={pounds}
        formatScale={shortPounds}
      />
      <TrendCard
        title="Revenue"
        help={metricDescriptions.revenue}
        figure={formatPounds(now.revenue)}
        to={now.rows.revenue}
        of="of revenue this month"
        note={`${formatMonth(now.month)} so far`}
        kind="bars"
        months={names}
        values={months.map(({ revenue }) => revenue)}
        format={pounds}
        formatScale={shortPounds}
      />
      <TrendCard
        title="Churn"
        help={metricDescriptions.churn}
        figure={churn(now.churn)}
        isNone={now.churn === null}
        to={now.rows.churned}
        of="ended this month"
        note={`${formatCount(now.churned)} ended this month`}
        kind="bars"
        months={names}
        values={months.map((month) => month.churn)}
        format={churn}
        formatScale={formatPercent}
      />
      <TrendCard
        title="Trial Conversion"
        help={metricDescriptions.conversion}
        figure={conversion(now.conversion)}
        isNone={now.conversion === null}
        to={now.rows.trials_ended}
        of="of the trials that ended this month"
        note={
          now.trials_ended === 0
            ? 'ended this month'
            : `${formatCount(now.trials_converted)} of ${formatCount(now.trials_ended)} this month`
        }
        kind="bars"
        months={names}
        values={months.map((month) => month.conversion)}
        format={conversion}
        formatScale={formatPercent}
      />
    </div>
  );
}
