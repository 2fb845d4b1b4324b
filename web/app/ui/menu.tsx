import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ButtonProps {
  /** The id of the panel it opens and closes. */
  panel: string;
  className?: string;
  children: ReactNode;
}

/** Opens a `MenuPanel`. It needs no script: the browser does it. */
export function MenuButton({ panel, className, children }: ButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={panel}
      className={clsx(
        'flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium transition-colors hover:bg-paper-deep',
        className,
      )}
    >
      {children}
    </button>
  );
}

interface PanelProps {
  id: string;
  /** The side of its button on which it lines up. */
  align: 'start' | 'end';
  className?: string;
  children: ReactNode;
}

/** A small panel below its button. Escape or a click beside it closes it. */
export function MenuPanel({ id, align, className, children }: PanelProps) {
  return (
    <div
      id={id}
      popover="auto"
      className={clsx(
        'rounded-card border border-line bg-white p-2 text-ink shadow-pop',
        align === 'start' ? 'below-start' : 'below-end',
        className,
      )}
    >
      {children}
    </div>
  );
}
