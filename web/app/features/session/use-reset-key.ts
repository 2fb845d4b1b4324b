import * as messages from 'contract/messages';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';

/**
 * The key of a reset link. It moves from the URL into the entry of the tab's history, where a
 * reload still finds it but no referrer, bookmark or glance at the screen does. Without a key the
 * visitor is told so and sent to the login page (product A34).
 */
export function useResetKey(): string | undefined {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const fromUrl = new URLSearchParams(search).get('resetKey') ?? undefined;
  const kept = (state as { resetKey?: string } | null)?.resetKey;

  useEffect(() => {
    if (fromUrl) {
      navigate('/reset-password', { replace: true, state: { resetKey: fromUrl } });
    } else if (!kept) {
      notify.error(messages.resetKeyMissing, { duration: 2000 });
      navigate('/login', { replace: true });
    }
  }, [fromUrl, kept, navigate]);

  return fromUrl || kept;
}
