import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import type { ReactNode } from 'react';

export interface Sorting {
  key: string;
  order: 'asc' | 'desc';
  onSort: (key: string, order: 'asc' | 'desc') => void;
}

/** A column's heading that sorts by it; a second press turns the order round. */
export function SortButton(props: { sorting: Sorting; sortKey: string; children: ReactNode }) {
  const { sorting, sortKey, children } = props;
  const sorted = sorting.key === sortKey;
  const Arrow = sorted ? (sorting.order === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown;
  const next = sorted && sorting.order === 'asc' ? 'desc' : 'asc';
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(sortKey, next)}
      className="-mx-1.5 inline-flex items-center gap-1.5 rounded px-1.5 py-1 hover:text-ink"
    >
      {children}
      <Arrow aria-hidden="true" className={sorted ? 'size-3.5 text-teal-700' : 'size-3.5'} />
    </button>
  );
}
