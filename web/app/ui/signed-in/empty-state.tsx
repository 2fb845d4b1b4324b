import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  icon: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** In one row: that there is nothing is good, and what is below matters more. */
  isSmall?: boolean;
  className?: string;
}

/** The height of a small one, whose text has two lines on a phone. */
export const smallEmptyHeight = 'h-27 sm:h-22';

/** What stands where a list would be when there is nothing to list. */
export function EmptyState({ icon: Icon, title, text, action, isSmall, className }: Props) {
  return (
    <div
      className={clsx(
        isSmall
          ? 'flex items-center gap-4 px-5 py-5 sm:px-6'
          : 'flex flex-col items-center gap-4 px-6 py-12 text-center',
        className,
      )}
    >
      <span
        className={clsx(
          'grid shrink-0 place-items-center rounded-full bg-teal-50 text-teal-700',
          isSmall ? 'size-10' : 'size-12',
        )}
      >
        <Icon aria-hidden="true" className={isSmall ? 'size-5' : 'size-5.5'} />
      </span>
      <div>
        <p className="font-semibold">{title}</p>
        {text && (
          <p className={clsx('mt-1 text-sm text-muted', !isSmall && 'max-w-sm text-balance')}>
            {text}
          </p>
        )}
      </div>
      {action && <div className="mt-1">{action}</div>}
    </div>
  );
}
