import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  first: ReactNode;
  second: string;
  /**
   * Where the second line shows in compact rows: everywhere, or not on phones. A `quiet` one adds so
   * little that it shows in a wide table only. It is read out in any case.
   */
  shows?: 'always' | 'not-on-phones' | 'quiet';
}

const inCompact =
  "block truncate in-data-compact:inline in-data-compact:whitespace-normal in-data-compact:before:content-['_']";

const styles = {
  always: inCompact,
  'not-on-phones': `${inCompact} max-sm:sr-only`,
  quiet:
    'sr-only min-[90rem]:not-in-data-compact:not-sr-only min-[90rem]:not-in-data-compact:block min-[90rem]:not-in-data-compact:truncate',
};

/**
 * A main line and a quieter one below it, as table cells often need. The second keeps to one line,
 * with its whole text on hover; in compact rows both stand in one.
 */
export function TwoLines({ first, second, shows = 'always' }: Props) {
  return (
    <span title={second} className="block min-w-0 in-data-compact:inline">
      <span className="block font-medium text-ink in-data-compact:inline in-data-compact:[font-weight:inherit] in-data-compact:text-inherit">
        {first}
      </span>
      <span className={clsx('text-muted', styles[shows])}>{second}</span>
    </span>
  );
}
