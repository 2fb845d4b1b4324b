import { useEffect } from 'react';

/** Tells the page, once, that React has taken over; see `holdForReact`. */
export function useReactRuns(): void {
  useEffect(() => {
    const root = document.documentElement;
    if (root.hasAttribute('data-live')) return;
    root.setAttribute('data-live', '');
    window.dispatchEvent(new Event('react-runs'));
  }, []);
}
