const name = 'lay-out-late';

/** Of the longest page it is a tenth, so that nobody waits for one of its steps. */
const partsAtOnce = 4;

const parts = document.getElementsByClassName(name);

/**
 * Of a page that is opened, what stands far below the window (class `lay-out-late`) is left out of the first view, and
 * laid out step by step once the page is there and the browser has nothing else to do. Not what is before the section
 * that the address names, and nothing where somebody comes back to a page, since the heights of all before a place tell
 * where it is.
 */
export function layOutLate(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate' || !('requestIdleCallback' in window)) return;
  if (location.hash) document.addEventListener('DOMContentLoaded', leaveOutAfterPlace);
  else leaveOut();
  addEventListener('load', () => requestIdleCallback(layOutNext));
}

/** Has all of the page laid out, before anything depends on where in it a part stands. */
export function layOutAll(): void {
  delete document.documentElement.dataset.firstView;
}

function leaveOut(): void {
  document.documentElement.dataset.firstView = '';
}

function leaveOutAfterPlace(): void {
  const place = document.getElementById(location.hash.slice(1));
  if (!place) return;
  const isAfter = (part: Element): boolean =>
    (place.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  for (const part of [...parts]) if (!isAfter(part)) part.classList.remove(name);
  leaveOut();
}

function layOutNext(): void {
  for (const part of [...parts].slice(0, partsAtOnce)) part.classList.remove(name);
  if (parts.length > 0) requestIdleCallback(layOutNext);
}
