/** The script of every public page; docs/public-pages.md says what each part is for. */
import { signOut } from '../features/session/sign-out.ts';
import { bringReactOnIntent } from './bring-on-intent.ts';
import { followContents } from './follow-contents.ts';
import { greet } from './greet.ts';
import { keepChosenPlan } from './keep-chosen-plan.ts';
import { layOutLate } from './lay-out-late.ts';
import { openAtTerms } from './open-at-terms.ts';
import { reloadForAssets } from './reload-for-assets.ts';
import { saySignedOut } from './say-signed-out.ts';
import { scrollWithinPage } from './scroll-within-page.ts';
import { tendMenus } from './tend-menus.ts';

// What React needs is only fetched ahead here.
reloadForAssets('link[rel=stylesheet]');
openAtTerms();
layOutLate();
greet();
tendMenus();
keepChosenPlan();
scrollWithinPage();
bringReactOnIntent();
addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-sign-out]')) signOut();
});
document.addEventListener('DOMContentLoaded', () => {
  followContents();
  saySignedOut();
});
document.addEventListener('prerenderingchange', saySignedOut);
