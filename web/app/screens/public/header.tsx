import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../features/session/session-context.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Logo } from '../../ui/logo.tsx';

// Only people who are signed in need the menu and what it brings along.
const AccountMenu = lazy(async () => {
  const { AccountMenu } = await import('../../features/session/account-menu.tsx');
  return { default: AccountMenu };
});

/** Logo, and Login and Sign Up or the account of whoever is signed in (spec 2.1). */
export function PublicHeader() {
  const { pathname } = useLocation();
  const toTop = () => {
    if (pathname === '/') window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Link to="/" onClick={toTop} className="rounded-control py-1">
          <Logo compact />
        </Link>
        <AccountCorner />
      </div>
    </header>
  );
}

function AccountCorner() {
  const session = useSession();
  if (session.status === 'authenticated') {
    return (
      <Suspense fallback={<div className="h-11" />}>
        <AccountMenu user={session.user} logoutLabel="Logout" />
      </Suspense>
    );
  }
  return (
    <nav aria-label="Account" className="flex items-center gap-1 sm:gap-2">
      <ButtonLink to="/login" tone="quiet">
        Login
      </ButtonLink>
      <ButtonLink to="/signup">Sign Up</ButtonLink>
    </nav>
  );
}
