import { wantsCalm } from '../lib/calm.ts';
import { layOutAll } from './lay-out-late.ts';

/**
 * A link to a section of the page that one is on scrolls there, and the keyboard goes on from there;
 * one to the page itself leads to its top, as the logo does at home (product P13, P16).
 */
export function scrollWithinPage(): void {
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    const isHere = link?.origin === location.origin && link.pathname === location.pathname;
    if (!isHere || link.target || isForNewTab(event)) return;
    const place = document.getElementById(link.hash.slice(1));
    if (link.hash && !place) return;
    event.preventDefault();
    if (link.href !== location.href) history.pushState(null, '', link.href);
    // Where the place is, is known by the heights of all before it.
    layOutAll();
    // The browser's own smooth scrolling to a fragment goes astray when it interrupts another.
    const behavior = wantsCalm() ? 'instant' : 'smooth';
    if (!place) return scrollTo({ top: 0, behavior });
    place.scrollIntoView({ behavior });
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
}

const isForNewTab = (event: MouseEvent): boolean =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
