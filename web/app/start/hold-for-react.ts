import { bringReact } from './bring-react.ts';

/** The buttons of our own code; others are the browser's. */
const ours = 'button[type=button]:not([popovertarget])';

/**
 * What is sent or pressed before React runs is kept, and done once when it does. What was typed
 * stays in its field, which is the browser's.
 */
export function holdForReact(): void {
  const held: (() => void)[] = [];
  const isLive = () => document.documentElement.hasAttribute('data-live');
  const hold = (event: Event, again: () => void) => {
    event.preventDefault();
    held.push(again);
    bringReact();
  };
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!isLive()) hold(event, () => form.requestSubmit());
  });
  addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>(ours);
    if (button && !isLive()) hold(event, () => button.click());
  });
  addEventListener('react-runs', () => {
    for (const again of held.splice(0)) again();
  });
}
