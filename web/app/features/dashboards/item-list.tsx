import type { ReactNode } from 'react';
import type { StatusDisplay } from '../../lib/status.ts';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';

interface Item {
  id: string;
  title: string;
  text: string;
  amount: ReactNode;
  status: StatusDisplay;
}

/** The height of a row. */
export const itemHeight = 'h-20.25';

/** Short rows of a dashboard: a name, a detail, an amount, a status. */
export function ItemList({ items }: { items: Item[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map(({ id, title, text, amount, status }) => (
        <li key={id} className="flex min-h-19 items-center justify-between gap-4 px-5 py-3 sm:px-6">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{title}</p>
            <p className="mt-0.5 text-sm text-muted wrap-anywhere">{text}</p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-1.5">
            <p className="font-semibold tabular-nums">{amount}</p>
            <StatusBadge status={status} />
          </div>
        </li>
      ))}
    </ul>
  );
}
