import { clsx } from 'clsx';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

interface Props {
  message: string;
  onRetry: () => void;
  retrying?: boolean;
  /** Something else to try, for example another page. */
  otherWay?: ReactNode;
  className?: string;
}

/** Something could not be loaded, and the way to try again. */
export function ErrorState({ message, onRetry, retrying, otherWay, className }: Props) {
  return (
    <div
      role="alert"
      className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}
    >
      <span className="grid size-12 place-items-center rounded-full bg-bad-soft text-bad">
        <TriangleAlert aria-hidden="true" className="size-5.5" />
      </span>
      <p className="mt-4 max-w-md font-semibold">{message}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Button tone="secondary" onClick={onRetry} loading={retrying}>
          {!retrying && <RotateCw aria-hidden="true" className="size-4" />}
          Try again
        </Button>
        {otherWay}
      </div>
    </div>
  );
}
