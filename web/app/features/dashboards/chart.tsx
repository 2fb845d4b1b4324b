import { clsx } from 'clsx';
import { useState } from 'react';
import { formatMonth, formatShortMonth } from '../../lib/format-figures.ts';
import { ceilingOf, pointsOf } from './chart-scale.ts';

interface Props {
  /** What is drawn, for those who cannot see it. */
  name: string;
  /** Bars for what happened in each month, a line for what stood at its end. */
  kind: 'bars' | 'line';
  months: readonly string[];
  values: readonly (number | null)[];
  /** A value as text; null is said in words. */
  format: (value: number | null) => string;
  /** A value of the scale, short. */
  formatScale: (value: number) => string;
}

/** Twelve values as a drawing. The same figures stand in the table, with the ways to their rows. */
export function Chart({ name, kind, months, values, format, formatScale }: Props) {
  const [at, setAt] = useState<number>();
  const ceiling = ceilingOf(values);
  const points = pointsOf(values, ceiling);
  // What was nothing yet is not drawn as a line along the bottom.
  const drawn = points.slice(values.findIndex(Boolean)).filter((point) => point !== null);
  const line = drawn.map(({ x, y }) => `${x} ${y}`).join(' L ');
  const [first = '', last = ''] = [months.at(0), months.at(-1)];
  const words = `${name}, ${formatMonth(first)} to ${formatMonth(last)}: ${values.map(format).join(', ')}`;
  if (!values.some(Boolean)) {
    return (
      <figure
        role="img"
        aria-label={words}
        className="mt-4 grid h-50 place-items-center rounded-control bg-paper text-sm text-muted"
      >
        None yet
      </figure>
    );
  }
  return (
    <figure className="@container mt-4">
      <figcaption className="flex min-h-5 justify-between gap-4 text-xs text-muted tabular-nums">
        <span>{formatScale(ceiling)}</span>
        {at !== undefined && (
          <span className="font-medium text-ink">
            {formatMonth(months[at] ?? '')}: {format(values[at] ?? null)}
          </span>
        )}
      </figcaption>
      <svg
        role="img"
        aria-label={words}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="mt-1 block h-36 w-full overflow-visible"
        onPointerMove={({ nativeEvent, currentTarget }) => {
          const index = Math.floor((nativeEvent.offsetX / currentTarget.clientWidth) * 12);
          setAt(Math.min(Math.max(index, 0), values.length - 1));
        }}
        onPointerLeave={() => setAt(undefined)}
      >
        {[0, 50, 100].map((y) => (
          <path
            key={y}
            d={`M 0 ${y} H 100`}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {kind === 'line' && drawn.length > 0 && (
          <>
            <path
              d={`M ${drawn[0]?.x} 100 L ${line} L ${drawn.at(-1)?.x} 100 Z`}
              className="fill-teal-100/60"
            />
            <path
              d={`M ${line}`}
              fill="none"
              strokeWidth={2.5}
              strokeLinejoin="round"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-teal-700"
            />
          </>
        )}
        {points.map((point, index) => {
          if (point === null || (kind === 'bars' && point.y >= 100)) return null;
          const month = months[index];
          return kind === 'bars' ? (
            <rect
              key={month}
              x={point.x - 2.6}
              y={Math.min(point.y, 98)}
              width={5.2}
              height={Math.max(100 - point.y, 2)}
              className={clsx(index === at ? 'fill-teal-800' : 'fill-teal-600')}
            />
          ) : (
            // A line of no length with round ends stays a circle however the drawing is stretched.
            <path
              key={month}
              d={`M ${point.x} ${point.y} h 0`}
              strokeWidth={index === at || index === points.length - 1 ? 9 : 0}
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-teal-700"
            />
          );
        })}
      </svg>
      {/* Each month has its tick, and where there is room its name. */}
      <div aria-hidden="true" className="grid grid-cols-12 text-center text-xs text-muted">
        {months.map((month, index) => (
          <span
            key={month}
            className={clsx(
              'group before:mx-auto before:mb-1 before:block before:h-1.5 before:w-px before:bg-line-strong',
              index === at && 'font-semibold text-ink',
            )}
          >
            <span className="@max-md:group-even:invisible">{formatShortMonth(month)}</span>
          </span>
        ))}
      </div>
    </figure>
  );
}
