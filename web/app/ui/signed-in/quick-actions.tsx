import type { LucideIcon } from 'lucide-react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';

export interface QuickAction {
  to: string;
  title: string;
  text: string;
  icon: LucideIcon;
}

/** A section of large links to what people do most. */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="text-base font-semibold tracking-tight">
        Quick Actions
      </h2>
      <ul className="mt-3 grid gap-5 sm:grid-cols-2">
        {actions.map(({ to, title, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex h-full items-center gap-4 rounded-card border border-line bg-white p-5 transition-colors hover:border-teal-300"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-control bg-teal-50 text-teal-700">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <span className="min-w-0 grow">
                <span className="block font-semibold">{title}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
              <ArrowRight
                aria-hidden="true"
                className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-teal-700"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
