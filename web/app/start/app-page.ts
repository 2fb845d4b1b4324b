/** The script of the pages that React runs; docs/public-pages.md says what each part is for. */
import { bringReact } from './bring-react.ts';
import { holdForReact } from './hold-for-react.ts';
import { markSession } from './mark-session.ts';
import { reloadForAssets } from './reload-for-assets.ts';
import { tendMenus } from './tend-menus.ts';

const isSignedIn = markSession().status === 'authenticated';
reloadForAssets('script, link');
tendMenus();
holdForReact();
for (const type of ['pointerdown', 'touchstart', 'keydown']) {
  addEventListener(type, bringReact, { once: true, passive: true, capture: true });
}
// Whoever is signed in already only passes through; others read first.
if (isSignedIn) document.addEventListener('DOMContentLoaded', bringReact);
addEventListener('load', () => {
  if ('requestIdleCallback' in window) requestIdleCallback(bringReact, { timeout: 3000 });
  else setTimeout(bringReact, 200);
});
