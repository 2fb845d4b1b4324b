const name = 'lay-out-late';

/** Few, so that nobody waits for one of the steps. */
const partsAtOnce = 2;

/** So many before a place and after it stay: what the browser itself lays out near the window would move the place. */
const partsAroundPlace = 4;

const parts = document.getElementsByClassName(name);

/**
 * Of a page that is opened, what stands far below the window (class `lay-out-late`) is left out of the first view, and
 * laid out step by step once the page is there and the browser has nothing else to do. Not what stands around the
 * section that the address names, and nothing where somebody comes back to a page, since the heights of all before a
 * place tell where it is.
 */
export function layOutLate(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate' || !('requestIdleCallback' in window)) return;
  if (location.hash) document.addEventListener('DOMContentLoaded', leaveOutFarFromPlace);
  else leaveOut();
}

/** Has all of the page laid out, before anything depends on where in it a part stands. */
export function layOutAll(): void {
  delete document.documentElement.dataset.firstView;
}

function leaveOut(): void {
  document.documentElement.dataset.firstView = '';
  addEventListener('load', () => requestIdleCallback(layOutNext));
}

function leaveOutFarFromPlace(): void {
  const place = document.getElementById(location.hash.slice(1));
  if (!place) return;
  const all = [...parts];
  const isBefore = (part: Element): boolean =>
    (place.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const at = all.filter(isBefore).length;
  const around = all.slice(Math.max(at - partsAroundPlace, 0), at + partsAroundPlace);
  for (const part of around) part.classList.remove(name);
  leaveOut();
}

function layOutNext(): void {
  for (const part of [...parts].slice(0, partsAtOnce)) part.classList.remove(name);
  if (parts.length > 0) requestIdleCallback(layOutNext);
  else layOutAll();
}
