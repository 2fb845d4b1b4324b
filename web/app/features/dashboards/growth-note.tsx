import { clsx } from 'clsx';
import Minus from 'lucide-react/icons/minus';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { formatGrowth } from '../../lib/format-figures.ts';

/** '+12.5% from last month'; what was zero last month has no growth in percent, and is new. */
export function GrowthNote({ growth }: { growth: number | null }) {
  const fell = growth !== null && growth < 0;
  const Icon = fell ? TrendingDown : growth === 0 ? Minus : TrendingUp;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span
        className={clsx(
          'inline-flex items-center gap-1 font-semibold tabular-nums',
          fell ? 'text-bad' : growth === 0 ? 'text-ink-soft' : 'text-good',
        )}
      >
        <Icon aria-hidden="true" className="size-4" />
        {growth === null ? 'New' : formatGrowth(growth)}
      </span>{' '}
      from last month
    </span>
  );
}
