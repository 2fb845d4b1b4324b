import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  /** What the picture shows, for those who do not see it. */
  label: string;
  /** What stands in the address bar. */
  address: string;
  className?: string;
  children: ReactNode;
}

/** A browser window with a product's screen in it, drawn in HTML so that it is sharp at any size. */
export function Window({ label, address, className, children }: Props) {
  return (
    <div
      role="img"
      aria-label={label}
      className={clsx(
        'overflow-hidden rounded-card border border-line bg-white text-left text-xs text-ink shadow-pop select-none',
        className,
      )}
    >
      <div className="flex items-center gap-1.5 border-b border-line bg-paper-deep px-4 py-2.5">
        <span className="size-2.5 rounded-full bg-line-strong/50" />
        <span className="size-2.5 rounded-full bg-line-strong/50" />
        <span className="size-2.5 rounded-full bg-line-strong/50" />
        <span className="ml-3 truncate rounded-md bg-white px-3 py-1 text-ink-soft">{address}</span>
      </div>
      <div className="@container">{children}</div>
    </div>
  );
}
