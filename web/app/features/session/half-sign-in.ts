import type { HalfSignedIn } from 'contract/accounts';
import { useSyncExternalStore } from 'react';

/** A login whose password was right, and whose second step is still to come. */
export type HalfSignIn = HalfSignedIn['second_factor'];

const listeners = new Set<() => void>();
let half: HalfSignIn | null = null;

/** Begins the second step, or gives it up. It is kept nowhere: a reload begins with the password. */
export function setHalfSignIn(next: HalfSignIn | null): void {
  half = next;
  for (const listener of listeners) listener();
}

/** The login that waits for its second step in this tab. */
export function useHalfSignIn(): HalfSignIn | null {
  return useSyncExternalStore(
    watch,
    () => half,
    () => null,
  );
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Who leaves the page has given it up.
    if (listeners.size === 0) half = null;
  };
}
