import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import { Toggletip } from './toggletip.tsx';

interface Stat {
  label: string;
  icon: LucideIcon;
  /** Not given while nobody knows it: an unknown figure is a dash, never a zero. */
  value: ReactNode;
  /** A second, quieter line. */
  note?: ReactNode;
  /** What the figure counts, behind a button beside its name. */
  help?: string;
  loading?: boolean;
}

/**
 * One figure with its name: a card, or a line of one card on phones. It keeps its height while the
 * figure loads.
 */
function StatCard({ label, icon: Icon, value, note, help, loading = false }: Stat) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-5 py-4 sm:flex sm:flex-col sm:items-stretch sm:rounded-card sm:border sm:border-line sm:bg-white sm:p-5">
      <dt className="flex items-center justify-between gap-3 text-sm font-medium text-muted">
        <span className="flex min-w-0 items-center gap-1 sm:min-h-9">
          {label}
          {help && <Toggletip name={label} text={help} />}
        </span>
        <span
          className={clsx(
            'hidden size-9 shrink-0 place-items-center rounded-control bg-teal-50 text-teal-700 sm:grid',
            help && 'xl:hidden 2xl:grid',
          )}
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
      </dt>
      <dd
        className={clsx(
          'text-right text-base font-semibold tracking-tight text-ink tabular-nums',
          'sm:mt-2 sm:text-left sm:text-2xl sm:leading-8',
          note !== undefined && 'row-span-2',
        )}
      >
        {loading ? (
          <Skeleton className="my-0.5 h-5 w-24 max-sm:ml-auto sm:my-1 sm:h-6 sm:w-28" />
        ) : (
          (value ?? <Unknown />)
        )}
      </dd>
      {note !== undefined && (
        <dd className="mt-0.5 min-h-5 text-sm text-muted sm:mt-1">
          {loading ? <Skeleton className="mt-0.5 h-4 w-28 sm:w-36" /> : note}
        </dd>
      )}
    </div>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">Not known</span>
    </>
  );
}

interface Props {
  label: string;
  stats: readonly Stat[];
  /** All of them are loading. */
  loading?: boolean;
}

/** Three or four figures side by side, as a description list. */
export function StatCards({ label, stats, loading }: Props) {
  return (
    <section aria-label={label}>
      <dl
        className={clsx(
          'divide-y divide-line rounded-card border border-line bg-white',
          'sm:grid sm:gap-4 sm:divide-y-0 sm:rounded-none sm:border-0 sm:bg-transparent xl:gap-5',
          stats.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2 xl:grid-cols-4',
        )}
      >
        {stats.map((stat) => (
          <StatCard key={stat.label} loading={loading} {...stat} />
        ))}
      </dl>
    </section>
  );
}
