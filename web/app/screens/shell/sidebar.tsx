import { clsx } from 'clsx';
import type { Role } from 'contract/accounts';
import { brand } from 'contract/brand';
import { Link, useLocation } from 'react-router';
import { navigation } from './navigation.ts';

/** The links of a role and the version below them; beside the page or inside the drawer. */
export function Sidebar({ role, onFollow }: { role: Role; onFollow?: () => void }) {
  const { pathname } = useLocation();
  return (
    <>
      <nav aria-label="Main" className="grow px-3 py-4">
        <ul className="space-y-1">
          {navigation[role].map(({ to, label, text, icon: Icon }) => {
            const here = pathname.replace(/\/$/, '') === to;
            return (
              <li key={to}>
                <Link
                  to={to}
                  prefetch="intent"
                  aria-current={here ? 'page' : undefined}
                  onClick={onFollow}
                  className={clsx(
                    'flex items-center gap-3 rounded-control border px-3 py-2.5 transition-colors',
                    here
                      ? 'border-line bg-white'
                      : 'border-transparent text-ink-soft hover:bg-paper-deep hover:text-ink',
                  )}
                >
                  <span
                    className={clsx(
                      'grid size-9 shrink-0 place-items-center rounded-lg',
                      here ? 'bg-teal-700 text-white' : 'bg-paper-deep text-ink-soft',
                    )}
                  >
                    <Icon aria-hidden="true" className="size-4.5" />
                  </span>
                  <span className="min-w-0">
                    <span className={clsx('block text-sm', here ? 'font-semibold' : 'font-medium')}>
                      {label}
                    </span>
                    <span className="block text-xs text-muted">{text}</span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="border-t border-line px-6 py-4 text-xs text-muted">
        <p className="font-medium text-ink-soft">{brand.dashboardLabel}</p>
        <p className="mt-0.5">{brand.version}</p>
      </div>
    </>
  );
}
