import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onCredentialsRefused } from '../../lib/credentials.ts';
import { loading, readSession, type Session, watchSession } from './session-store.ts';

const SessionContext = createContext<Session>(loading);

/** Keeps the session of this tab in step with storage, other tabs, time, and the server's 401. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(watchSession, readSession, () => loading);
  const navigate = useNavigate();
  const location = useLocation();

  useEffect(
    () =>
      onCredentialsRefused(() => {
        if (location.pathname === '/login') return;
        navigate('/login', { replace: true, state: { from: location } });
      }),
    [location, navigate],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is here now. */
export function useSession(): Session {
  return use(SessionContext);
}
