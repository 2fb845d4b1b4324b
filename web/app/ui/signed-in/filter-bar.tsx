import { clsx } from 'clsx';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';

interface Props {
  label: string;
  /** Always in view. */
  search: ReactNode;
  /** Whether any filter is set; without one there is nothing to reset. */
  active: boolean;
  /** How many of the filters that phones fold are set. */
  count: number;
  onReset: () => void;
  /** The filters show their labels, so the button starts lower to stand in line with them. */
  labelled?: boolean;
  children: ReactNode;
}

/**
 * The filters above a list and the button that clears them. On phones all but the search are folded
 * behind one button, which says how many of them are set.
 */
export function FilterBar({ label, search, active, count, onReset, labelled, children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <search
      aria-label={label}
      className="flex flex-wrap items-start gap-3 border-b border-line p-4 sm:px-6"
    >
      {search}
      <Button
        reads
        tone="secondary"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="w-full sm:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <div id={id} className={clsx('contents', !open && 'max-sm:hidden')}>
        {children}
        <Button
          reads
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
      </div>
    </search>
  );
}
