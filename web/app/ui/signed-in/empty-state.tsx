import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  icon: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  className?: string;
}

/** What stands where a list would be when there is nothing to list. */
export function EmptyState({ icon: Icon, title, text, action, className }: Props) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="grid size-12 place-items-center rounded-full bg-teal-50 text-teal-700">
        <Icon aria-hidden="true" className="size-5.5" />
      </span>
      <p className="mt-4 font-semibold">{title}</p>
      {text && <p className="mt-1 max-w-sm text-sm text-muted text-balance">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
