import type { ReactNode } from 'react';
import type { StatusLook } from '../../lib/status.ts';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';

interface Item {
  id: string;
  title: string;
  text: string;
  amount: ReactNode;
  look: StatusLook;
}

/** Short rows of a dashboard: a name, a detail, an amount, a state. */
export function ItemList({ items }: { items: Item[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map(({ id, title, text, amount, look }) => (
        <li key={id} className="flex min-h-19 items-center justify-between gap-4 px-5 py-3 sm:px-6">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{title}</p>
            <p className="mt-0.5 text-sm text-muted wrap-anywhere">{text}</p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-1.5">
            <p className="font-semibold tabular-nums">{amount}</p>
            <StatusBadge look={look} />
          </div>
        </li>
      ))}
    </ul>
  );
}
