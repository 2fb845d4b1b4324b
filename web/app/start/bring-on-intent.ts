import { bringReact } from './bring-react.ts';

/** What only React can show. */
const toReact = 'a:is([href^="/login"], [href^="/signup"], [href^="/user"])';

/** Milliseconds on a link that tell intent from a way across it, or from a finger that scrolls. */
const restMs = 100;

/** Brings React when somebody is about to go to a page that it runs: by pointer, finger or keyboard. */
export function bringReactOnIntent(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOnLink = ({ target }: Event) => (target as Element).closest(toReact) !== null;
  const forget = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  // Movement, since a page that scrolls under a resting pointer is no intent.
  for (const type of ['pointermove', 'touchstart']) {
    addEventListener(
      type,
      (event) => {
        if (isOnLink(event)) timer ??= setTimeout(bringReact, restMs);
      },
      { passive: true },
    );
  }
  for (const type of ['pointerout', 'pointercancel']) addEventListener(type, forget);
  addEventListener('focusin', (event) => {
    if (isOnLink(event)) bringReact();
  });
}
