import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';
import { Link } from 'react-router';
import { useSession } from '../../features/session/session-context.tsx';
import { useLogout } from '../../features/session/use-logout.ts';
import { initials } from '../../lib/format.ts';

/** One fact about whoever is signed in. `early` writes it before React runs. */
export function Me({ what }: { what: 'initials' | 'name' | 'email' }) {
  const session = useSession();
  const user = session.status === 'authenticated' ? session.user : undefined;
  const texts = {
    initials: user ? initials(user.first_name, user.last_name) : '',
    name: user ? `${user.first_name} ${user.last_name}`.trim() || user.email : '',
    email: user?.email ?? '',
  };
  return (
    <span data-me={what} suppressHydrationWarning>
      {texts[what]}
    </span>
  );
}

/** The initials in a circle. Decoration: the name stands beside it. */
export function MyInitials() {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-teal-100 text-sm font-semibold tracking-wide text-teal-800"
    >
      <Me what="initials" />
    </span>
  );
}

const itemStyle =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-sm font-medium hover:bg-teal-50 hover:text-teal-800';

/** E-mail, the way to one's own pages, and the way out. */
export function AccountDetails() {
  const logout = useLogout();
  return (
    <>
      <p className="border-b border-line px-3 pt-2 pb-3 text-sm text-muted wrap-anywhere">
        <Me what="email" />
      </p>
      {/* The login page sends whoever is signed in to where they belong. */}
      <Link to="/login" className={`${itemStyle} mt-1.5`}>
        <LayoutDashboard aria-hidden="true" className="size-4" />
        My account
      </Link>
      <button type="button" onClick={() => void logout()} className={itemStyle}>
        <LogOut aria-hidden="true" className="size-4" />
        Logout
      </button>
    </>
  );
}
