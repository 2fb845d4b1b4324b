import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';

/** The place of one fact about whoever is signed in; `greet` writes it. */
export function Me({ what }: { what: 'initials' | 'name' | 'email' }) {
  return <span data-me={what} />;
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

/** E-mail, the way to one's own pages, and the way out, which the page's script takes. */
export function AccountDetails() {
  return (
    <>
      <p className="border-b border-line px-3 pt-2 pb-3 text-sm text-muted wrap-anywhere">
        <Me what="email" />
      </p>
      {/* The login page sends whoever is signed in to where they belong. */}
      <a href="/login" className={`${itemStyle} mt-1.5`}>
        <LayoutDashboard aria-hidden="true" className="size-4" />
        My account
      </a>
      <button type="button" data-sign-out className={itemStyle}>
        <LogOut aria-hidden="true" className="size-4" />
        Logout
      </button>
    </>
  );
}
