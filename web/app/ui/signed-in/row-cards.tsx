import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { CompactPlace } from './table-columns.ts';

interface Cell {
  id: string;
  title: string;
  /** The title is to be seen, not only read out. */
  isNamed: boolean;
  /** There is no room for it on phones, where it is read out only. */
  isLeftOut: boolean;
  place: CompactPlace;
  content: ReactNode;
}

interface Props {
  label: string;
  rows: { id: string; cells: Cell[] }[];
  /** Neither line wraps: what has no room ends in dots. */
  isDense: boolean | undefined;
  className?: string;
}

// What is cut off leaves room for the frame of a link that has the keyboard.
const cut = 'overflow-clip text-ellipsis whitespace-nowrap [overflow-clip-margin:0.375rem]';
const dot = "relative before:absolute before:left-1.5 before:content-['·']";

/** Both lines where each is as high as it must be. A dot is cut off where its detail begins a line. */
const wrapping = {
  line: '-ml-4 flex flex-wrap items-center gap-y-1 [clip-path:inset(-1rem_-1rem_-1rem_0.625rem)]',
  title: 'min-w-0 grow basis-1/2 pl-4 font-medium',
  end: 'ml-auto max-w-1/2 pl-4 text-right',
  detail: `min-w-0 pl-4 text-muted ${dot}`,
  below: 'ml-auto pl-4 text-right',
};

/** The same in one line each: of the details the first gives way. */
const dense: typeof wrapping = {
  line: 'flex items-center last:not-first:grid last:not-first:grid-cols-[minmax(0,auto)_repeat(3,auto)_minmax(0,1fr)_auto]',
  title: 'min-w-0 flex-1 font-medium',
  end: 'min-w-0 max-w-3/4 pl-4 text-right',
  detail: `row-start-1 pl-4 first:min-w-0 first:pl-0 text-muted ${dot} first:before:content-none`,
  below: 'col-end-[-1] row-start-1 pl-4 text-right',
};
// On phones the second is the first that is seen.
const noDot = 'max-sm:pl-0 max-sm:before:content-none';

/**
 * Rows of a table where there is no room for one, in two lines each: a title and what stands at its
 * end, and below them the details.
 */
export function RowCards({ label, rows, isDense, className }: Props) {
  const styles = isDense ? dense : wrapping;
  const isAbove = ({ place }: Cell) => place === 'title' || place === 'end';
  return (
    <ul
      aria-label={label}
      data-compact=""
      data-dense={isDense}
      className={clsx('divide-y divide-line', className)}
    >
      {rows.map(({ id, cells }) => {
        const lines = [cells.filter(isAbove), cells.filter((cell) => !isAbove(cell))];
        return (
          <li key={id} className="relative space-y-1 px-5 py-3.5 text-sm sm:px-6">
            {lines.map(
              ([first, ...others]) =>
                first && (
                  <dl key={first.id} className={styles.line}>
                    {[first, ...others].map((cell, index) => (
                      <div
                        key={cell.id}
                        className={clsx(
                          'flex',
                          cell.isNamed ? 'items-baseline' : 'items-center',
                          cell.isLeftOut && 'max-sm:sr-only',
                          styles[cell.place],
                          index === 1 && first.isLeftOut && noDot,
                        )}
                      >
                        <dt
                          className={cell.isNamed ? "mr-1 shrink-0 after:content-[':']" : 'sr-only'}
                        >
                          {cell.title}
                        </dt>
                        <dd className={clsx('min-w-0', isDense ? cut : 'wrap-anywhere')}>
                          {cell.content}
                        </dd>
                      </div>
                    ))}
                  </dl>
                ),
            )}
          </li>
        );
      })}
    </ul>
  );
}
