import type { Store } from '../store/store.ts';

/** The time everybody without a test clock lives in: real time plus a stored offset. */
export class SharedClock {
  readonly #store: Store;
  #offset: number;

  constructor(store: Store) {
    this.#store = store;
    this.#offset = Number(store.setting('clock_offset') ?? 0);
  }

  /** Unix seconds. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.#offset;
  }

  /** Moves the clock forward to `instant` (unix seconds); never back. */
  moveTo(instant: number): void {
    const ahead = instant - this.now();
    if (ahead <= 0) return;
    this.#offset += ahead;
    this.#store.setSetting('clock_offset', String(this.#offset));
  }
}
