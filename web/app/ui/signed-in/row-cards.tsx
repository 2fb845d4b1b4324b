import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { CompactPlace } from './table-columns.ts';

interface Props {
  label: string;
  rows: {
    id: string;
    cells: {
      id: string;
      title: string;
      /** The title is to be seen, not only read out. */
      isNamed: boolean;
      place: CompactPlace;
      content: ReactNode;
    }[];
  }[];
  className?: string;
}

const places: Record<CompactPlace, string> = {
  title: 'order-1 min-w-0 grow basis-1/2 font-medium',
  end: 'order-2 ml-auto max-w-1/2 text-right',
  detail:
    "relative order-4 min-w-0 text-muted before:absolute before:left-1.5 before:content-['·']",
  below: 'order-5 ml-auto text-right',
};

/**
 * Rows of a table where there is no room for one, in two lines each: a title and what stands at its
 * end, and below them the details, which wrap where they must.
 */
export function RowCards({ label, rows, className }: Props) {
  return (
    <ul aria-label={label} data-compact="" className={clsx('divide-y divide-line', className)}>
      {rows.map((row) => (
        <li key={row.id} className="px-5 py-3.5 sm:px-6">
          {/* What has no width and no height breaks the line between the two. A dot stands left of each
              detail, and is cut off where that is the first of its line. */}
          <dl className="-ml-4 flex flex-wrap items-center gap-y-1 text-sm [clip-path:inset(-1rem_-1rem_-1rem_0.625rem)] before:order-3 before:basis-full">
            {row.cells.map((cell) => (
              <div
                key={cell.id}
                className={clsx(
                  'flex pl-4',
                  cell.isNamed ? 'items-baseline' : 'items-center',
                  places[cell.place],
                )}
              >
                <dt className={cell.isNamed ? "mr-1 shrink-0 after:content-[':']" : 'sr-only'}>
                  {cell.title}
                </dt>
                <dd className="min-w-0 wrap-anywhere">{cell.content}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
