import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  first: ReactNode;
  second: string;
  /**
   * Where the second line shows: everywhere, not on phones, in tables only, or nowhere but on hover.
   * It is read out in any case.
   */
  shows?: 'always' | 'not-on-phones' | 'in-tables' | 'on-hover';
  /** The second is to be read as a whole, in as many lines as that takes. */
  wraps?: boolean;
}

const inCompact =
  "block truncate in-data-compact:inline in-[[data-compact]:not([data-dense])]:whitespace-normal in-data-compact:before:content-['_']";

const styles = {
  always: inCompact,
  'not-on-phones': `${inCompact} max-sm:sr-only`,
  'in-tables': 'block truncate in-data-compact:sr-only',
  'on-hover': 'sr-only',
};

/**
 * A main line and a quieter one below it, as table cells often need. The second keeps to one line,
 * with its whole text on hover; in compact rows both stand in one.
 */
export function TwoLines({ first, second, shows = 'always', wraps }: Props) {
  return (
    <span title={second} className="block min-w-0 in-data-compact:inline">
      <span className="block font-medium text-ink in-data-compact:inline in-data-compact:[font-weight:inherit] in-data-compact:text-inherit">
        {first}
      </span>
      <span className={clsx('font-normal text-muted', styles[shows], wraps && 'whitespace-normal')}>
        {second}
      </span>
    </span>
  );
}
