import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a move to another page, the keyboard starts at the page's content and its title is read out. */
export function PageFocus() {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  // With the page, so that it takes nobody's focus who has gone on by keyboard.
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // A hash names the place to begin; ScrollKeeper goes there.
    if (hash === '') document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
