const name = 'lay-out-late';

/** Of the longest page it is a tenth, so that nobody waits for one of its steps. */
const partsAtOnce = 4;

/**
 * Of a page that is opened, what stands far below the window (class `lay-out-late`) is left out of the first view, and
 * laid out step by step once the page is there and the browser has nothing else to do. Not where
 * somebody comes back to a place in a page or the address names one, since it is found by the heights of all before it.
 */
export function layOutLate(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate' || location.hash || !('requestIdleCallback' in window)) return;
  document.documentElement.dataset.firstView = '';
  addEventListener('load', () => {
    const parts = document.getElementsByClassName(name);
    const layOutNext = () => {
      for (const part of [...parts].slice(0, partsAtOnce)) part.classList.remove(name);
      if (parts.length > 0) requestIdleCallback(layOutNext);
    };
    requestIdleCallback(layOutNext);
  });
}

/** Has all of the page laid out, before anything depends on where in it a part stands. */
export function layOutAll(): void {
  delete document.documentElement.dataset.firstView;
}
