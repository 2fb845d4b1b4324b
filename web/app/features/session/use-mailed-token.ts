import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mailed link; '' without one. It moves from the URL into the entry of the tab's history,
 * where a reload still finds it but no referrer, bookmark or glance at the screen does.
 */
export function useMailedToken(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const fromUrl = new URLSearchParams(search).get('token') ?? '';
  const kept = (state as { token?: string } | null)?.token ?? '';

  useEffect(() => {
    if (fromUrl) navigate(pathname, { replace: true, state: { token: fromUrl } });
  }, [fromUrl, navigate, pathname]);

  return fromUrl || kept;
}
