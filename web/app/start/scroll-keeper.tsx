import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { wantsCalm } from '../lib/calm.ts';

const positions = new Map<string, number>();

/**
 * Where the page stands after a move within the site: at the section a hash names (smoothly), at
 * the top, or, going back, where it was. The first page is left to the browser, which has placed
 * it long before this runs. A change of the query alone moves nothing.
 */
export function ScrollKeeper() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const before = useRef({ pathname, key });
  const current = useRef(key);

  useEffect(() => {
    const save = () => positions.set(current.current, window.scrollY);
    const byBrowser = () => {
      history.scrollRestoration = 'auto';
    };
    const byUs = () => {
      history.scrollRestoration = 'manual';
    };
    byUs();
    window.addEventListener('scroll', save, { passive: true });
    window.addEventListener('pagehide', byBrowser);
    window.addEventListener('pageshow', byUs);
    return () => {
      window.removeEventListener('scroll', save);
      window.removeEventListener('pagehide', byBrowser);
      window.removeEventListener('pageshow', byUs);
    };
  }, []);

  useLayoutEffect(() => {
    const last = before.current;
    if (last.key === key) return;
    before.current = { pathname, key };
    current.current = key;
    const place = document.getElementById(hash.slice(1));
    if (type === 'POP') window.scrollTo({ top: positions.get(key) ?? 0, behavior: 'instant' });
    else if (place) {
      place.scrollIntoView({ behavior: wantsCalm() ? 'instant' : 'smooth' });
      // The keyboard goes on from there.
      place.focus({ preventScroll: true });
    } else if (last.pathname !== pathname) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash, key, type]);

  return null;
}
