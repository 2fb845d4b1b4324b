import type { ReactNode } from 'react';

/**
 * A main line and a quieter one below it, as table cells often need. In a table the second keeps to
 * one line, with its whole text on hover; in a card it wraps.
 */
export function TwoLines({ first, second }: { first: ReactNode; second: string }) {
  return (
    <span className="block min-w-0">
      <span className="block font-medium text-ink">{first}</span>
      <span title={second} className="block text-muted lg:truncate">
        {second}
      </span>
    </span>
  );
}
