import { clsx } from 'clsx';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { RequestReference } from '../request-reference.tsx';

interface Props {
  message: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
  /** Something else to try, for example another page. */
  otherWay?: ReactNode;
  /** In one row: what is below it matters, too. */
  isSmall?: boolean;
  className?: string;
}

/** Something could not be loaded, and the way to try again. */
export function ErrorState(props: Props) {
  const { message, error, onRetry, retrying, otherWay, isSmall, className } = props;
  return (
    <div
      role="alert"
      className={clsx(
        'flex gap-4',
        isSmall
          ? 'flex-wrap items-center px-5 py-5 sm:px-6'
          : 'flex-col items-center px-6 py-12 text-center',
        className,
      )}
    >
      <span
        className={clsx(
          'grid shrink-0 place-items-center rounded-full bg-bad-soft text-bad',
          isSmall ? 'size-10' : 'size-12',
        )}
      >
        <TriangleAlert aria-hidden="true" className={isSmall ? 'size-5' : 'size-5.5'} />
      </span>
      <div className={clsx(isSmall && 'min-w-40 flex-1')}>
        <p className="max-w-md font-semibold">{message}</p>
        <RequestReference error={error} />
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button
          reads
          tone="secondary"
          size={isSmall ? 'small' : undefined}
          onClick={onRetry}
          loading={retrying}
        >
          {!retrying && <RotateCw aria-hidden="true" className="size-4" />}
          Try again
        </Button>
        {otherWay}
      </div>
    </div>
  );
}
