import { setImmediate as turn } from 'node:timers/promises';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { DetachedWindowAPI } from 'happy-dom';

/** A person with mouse and keyboard, who does not wait between two presses. */
export const user = userEvent.setup({ delay: null });

/** What each of them says. */
export const texts = (elements: Iterable<Element>): string[] =>
  Array.from(elements, ({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());

/** What is found by a selector in the main part of the page. */
export const inMain = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`main ${selector}`.trim()),
];

/** The figure of a card by the card's name. */
export function figure(name: string): string | undefined {
  const named = inMain('dl > div').find((card) =>
    card.querySelector('dt')?.textContent.startsWith(name),
  );
  return texts(named?.querySelectorAll('dd') ?? [])[0];
}

/** Presses what has this name. */
export async function press(name: string | RegExp, role = 'button'): Promise<void> {
  await user.click(await screen.findByRole(role, { name }));
}

/** Waits until what is under way has been rendered, however the clock stands. */
export async function rendered(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

/** Gives the window another width, as a person does who drags its edge. */
export function setWidth(width: number): void {
  (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setViewport({ width });
}
