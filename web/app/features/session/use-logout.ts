import { messages } from 'contract/messages';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { clearCredentials } from '../../lib/credentials.ts';
import { notify } from '../../lib/notify.ts';

/** Signs out: to the home page with history replaced, then token and user are gone (spec 2.1). */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Public pages do without the API until somebody leaves.
    const calls = await import('./account-calls.ts').catch(() => undefined);
    // Leave first: a guarded page without a session would send the visitor to the login page.
    await navigate('/', { replace: true });
    const ended = calls?.endSession();
    clearCredentials();
    notify.success(messages.signedOut, { duration: 2000 });
    await ended;
  }, [navigate]);
}
