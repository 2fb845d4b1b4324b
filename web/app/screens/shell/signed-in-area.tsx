import { QueryClientProvider } from '@tanstack/react-query';
import type { SessionUser } from 'contract/accounts';
import { type ComponentProps, useEffect } from 'react';
import { Outlet } from 'react-router';
import { VerificationBanner } from '../../features/account/verification-banner.tsx';
import { LegalNotices } from '../../features/agreements/legal-notices.tsx';
import { RequireSession } from '../../features/session/guards.tsx';
import { ProofHost } from '../../features/session/proof-host.tsx';
import { useSessionRefresh } from '../../features/session/use-session-refresh.ts';
import { queryClient } from '../../lib/query-client.ts';
import { readView } from '../../lib/view.ts';
import { SeenAs } from '../../ui/seen-as.tsx';
import { Shell } from './shell.tsx';
import '../../ui/signed-in/signed-in.css';

/** The guarded part of the site: session, cache, shell, and the screen inside. */
export function SignedInArea(props: Omit<ComponentProps<typeof RequireSession>, 'children'>) {
  return (
    <RequireSession {...props}>
      {(user) => (
        <QueryClientProvider client={queryClient}>
          <Area key={user?.id} user={user} />
        </QueryClientProvider>
      )}
    </RequireSession>
  );
}

function Area({ user }: { user: SessionUser | undefined }) {
  const notices = useSessionRefresh(user?.id);
  // What one person has loaded is never shown to the next.
  useEffect(() => () => queryClient.clear(), []);
  return (
    <SeenAs value={readView() !== null}>
      <Shell user={user}>
        <LegalNotices notices={notices} />
        {user?.email_verified === false && <VerificationBanner email={user.email} />}
        <Outlet context={user} />
        <ProofHost />
      </Shell>
    </SeenAs>
  );
}
