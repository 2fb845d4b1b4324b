import { setImmediate as turn } from 'node:timers/promises';
import { waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

// Vitest's timers take their place later.
const [everyReal, clearReal] = [setInterval, clearInterval];

/** The toasts that are on the screen. */
export const toasts = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-sonner-toast]'),
];

/** What is done brings this toast and no other, which stays for so many seconds. */
export async function expectToastFor(
  seconds: number,
  type: 'success' | 'error',
  said: string,
  act: () => Promise<void>,
): Promise<void> {
  expect(toasts()).toEqual([]);
  vi.useFakeTimers();
  let hardlyPasses: NodeJS.Timeout | undefined;
  const shown = whenFirstShown().then((at) => {
    // What is waited for here still comes, and no toast has gone before, however busy the machine is.
    vi.setTimerTickMode('manual');
    hardlyPasses = everyReal(() => vi.advanceTimersByTime(1), 10);
    return at;
  });
  const began = await act()
    .then(() => waitFor(() => expect(toasts()).toHaveLength(1)))
    .then(() => shown)
    .finally(() => clearReal(hardlyPasses));
  const [toast] = toasts();
  expect(toast).toHaveTextContent(said);
  expect(toast).toHaveAttribute('data-type', type);
  const end = began + seconds * 1000;
  await vi.advanceTimersByTimeAsync(end - 100 - Date.now());
  expect(toasts(), `until ${seconds} s have passed`).toEqual([toast]);
  // It leaves for a fifth of a second.
  await vi.advanceTimersByTimeAsync(500);
  for (let turns = 0; turns < 100 && toasts().length > 0; turns += 1) await turn();
  expect(toasts(), `after ${seconds} s`).toEqual([]);
  vi.useRealTimers();
}

/** When the first toast came to the screen. */
function whenFirstShown(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (toasts().length === 0) return;
      observer.disconnect();
      resolve(Date.now());
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
