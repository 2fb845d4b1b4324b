import { ArrowRight } from 'lucide-react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './cx.ts';

/** A quiet link with an arrow, for 'View all' and the like. */
export function ArrowLink({ className, children, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={cx(
        'group inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded text-sm font-semibold text-teal-700 hover:text-teal-800',
        className,
      )}
    >
      {children}
      <ArrowRight
        aria-hidden="true"
        className="size-4 transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  );
}
