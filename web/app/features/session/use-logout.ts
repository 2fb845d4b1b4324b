import { messages } from 'contract/messages';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { leave } from './session-store.ts';

/** Signs out: token and user are gone at once, and the home page replaces this one (product A50). */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Public pages do without the API until somebody leaves.
    const calls = await import('./account-calls.ts').catch(() => undefined);
    const ended = calls?.endSession();
    leave();
    notify.success(messages.signedOut, { duration: 2000 });
    await navigate('/', { replace: true });
    await ended;
  }, [navigate]);
}
