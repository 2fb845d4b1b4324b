import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  rows: { id: string; cells: { id: string; title: string; content: ReactNode }[] }[];
  className?: string;
}

/** Rows of a table where there is no room for one: each a list of names and values. */
export function RowCards({ label, rows, className }: Props) {
  return (
    <ul aria-label={label} className={clsx('divide-y divide-line', className)}>
      {rows.map((row) => (
        <li key={row.id} className="px-5 py-4 sm:px-6">
          <dl className="grid gap-x-12 gap-y-3 sm:grid-cols-2">
            {row.cells.map(({ id, title, content }, position) => (
              <div
                key={id}
                className={clsx(
                  'flex min-w-0 items-baseline justify-between gap-4',
                  position === 0 && 'sm:col-span-2',
                )}
              >
                <dt className={position === 0 ? 'sr-only' : 'shrink-0 text-sm text-muted'}>
                  {title}
                </dt>
                <dd className={clsx('min-w-0 text-sm wrap-anywhere', position > 0 && 'text-right')}>
                  {content}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
