import { clsx } from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';

/** A quiet link with an arrow, for 'View all' and the like. */
export function ArrowLink({ className, children, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={clsx(
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

export const textLinkStyle =
  'rounded-sm text-teal-700 underline underline-offset-4 wrap-anywhere hover:text-teal-800';

/** A link to another site, a mail or an anchor, within a sentence. */
export function TextLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={clsx(textLinkStyle, className)}>
      {children}
    </a>
  );
}

/** A link within the site that is part of a text or a cell; its faint line grows strong on hover. */
export function InlineLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={clsx(
        'rounded-sm underline decoration-line-strong/60 decoration-1 underline-offset-4 transition-colors hover:text-teal-700 hover:decoration-current',
        className,
      )}
    />
  );
}
