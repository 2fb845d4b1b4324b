import { clsx } from 'clsx';
import { formatMoment } from '../../lib/format-figures.ts';

/** Day and time in London. */
export function Timestamp({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={clsx('tabular-nums', className)}>
      {formatMoment(value)}
    </time>
  );
}
