import type { Role, SessionUser } from 'contract/accounts';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { LoadingOverlay } from '../../ui/overlay.tsx';
import { forbiddenRedirect, homePathFor, rememberedPath, safeReturnUrl } from './landing.ts';
import { useSession } from './session-context.tsx';

/** Where a second factor is set up. */
const setUpPath = '/user/account';

interface RequireProps {
  /** Who may see the page; anyone signed in when not given. */
  roles?: readonly Role[];
  /** Paths of pages that stay open, for nobody, when the session ends on them (product U48). */
  staying?: readonly string[];
  children: (user: SessionUser | undefined) => ReactNode;
}

/** Lets only signed-in people of the given roles through (product A42 to A44). */
export function RequireSession({ roles, staying, children }: RequireProps) {
  const session = useSession();
  const location = useLocation();
  const path = location.pathname.replace(/\/+$/, '');
  const [signedInAt, setSignedInAt] = useState<string>();
  if (session.status === 'loading') return <LoadingOverlay />;
  if (session.status === 'unauthenticated') {
    if (path === signedInAt && staying?.includes(path)) return children(undefined);
    return <Navigate to="/login" replace state={{ from: location }} />;
  }
  if (path !== signedInAt) setSignedInAt(path);
  const { user } = session;
  if (roles && !roles.includes(user.role)) {
    return <Navigate to={forbiddenRedirect(user.role)} replace />;
  }
  // The server refuses every other call until then (product A507, A512).
  if (user.second_factor_needed && path !== setUpPath) return <Navigate to={setUpPath} replace />;
  return children(user);
}

/** Sends who is signed in already to where they were going, or where they belong (product A40). */
export function OnlySignedOut({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const [params] = useSearchParams();
  if (session.status !== 'authenticated') {
    // The HTML knows nobody: whoever is signed in should not see a form before they are sent on.
    const isWritten = session.status === 'loading';
    return <div className={isWritten ? 'signed-in:invisible' : undefined}>{children}</div>;
  }
  const wanted = rememberedPath(location.state) ?? safeReturnUrl(params.get('returnUrl'));
  return <Navigate to={wanted ?? homePathFor(session.user)} replace />;
}
