import { readSession } from '../features/session/session-store.ts';
import { takeSignedOutNote } from '../features/session/signed-out-note.ts';

/** Milliseconds, as every word of a success (product E13). */
const shownFor = 2000;

/** Shows the notice of the home page to somebody who has just signed out; under the pointer it stays. */
export function saySignedOut(): void {
  const notice = document.getElementById('signed-out');
  // A page that is prepared ahead says nothing until it is shown.
  if (!notice || ('prerendering' in document && document.prerendering)) return;
  if (!takeSignedOutNote() || readSession().status === 'authenticated') return;
  let timer: ReturnType<typeof setTimeout>;
  const leave = () => {
    notice.hidden = true;
  };
  const wait = () => {
    timer = setTimeout(leave, shownFor);
  };
  notice.hidden = false;
  notice.addEventListener('pointerenter', () => clearTimeout(timer));
  notice.addEventListener('pointerleave', wait);
  notice.querySelector('button')?.addEventListener('click', leave);
  wait();
}
