import { clsx } from 'clsx';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

interface Props {
  label: string;
  /** Whether any filter is set; without one there is nothing to reset. */
  active: boolean;
  onReset: () => void;
  /** The filters show their labels, so the button starts lower to stand in line with them. */
  labelled?: boolean;
  children: ReactNode;
}

/** The filters above a list and the button that clears them. */
export function FilterBar({ label, active, onReset, labelled, children }: Props) {
  return (
    <search
      aria-label={label}
      className="flex flex-wrap items-start gap-3 border-b border-line p-4 sm:px-6"
    >
      {children}
      <Button
        tone="secondary"
        // Not `disabled`: the keyboard stays on it when there is nothing left to reset. A filter set
        // a moment ago may not be shown yet, so a press always counts.
        aria-disabled={!active}
        onClick={onReset}
        className={clsx('max-sm:w-full', labelled && 'sm:mt-6.5')}
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        Reset filters
      </Button>
    </search>
  );
}
