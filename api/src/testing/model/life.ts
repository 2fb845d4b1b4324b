import { type Held, truthOf } from './truth.ts';
import type { Customer, World } from './world.ts';

/** A customer's life while it is lived. */
export interface Life {
  world: World;
  customer: Customer;
  /** Hosted pages that were opened, newest first, whether they were used or not. */
  pages: string[];
  /** Subscriptions that our rows have shown as running. */
  seenLive: Set<string>;
  /** Subscriptions that began on a page that was opened here. */
  bought: Set<string>;
  /** Subscriptions that an old page took off the combined offer, which our rows had shown. */
  downgraded: Set<string>;
  kills: number;
  /** A deactivation ended the session since the last sign-in. */
  isSignedOut: boolean;
}

/** Seconds. */
export const day = 86_400;

/** The n-th of a list, counted round and round; undefined when there is none. */
export const nth = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** What the customer holds at Stripe. */
export const running = ({ world }: Life): Held[] =>
  truthOf(world.sandbox).held.filter(({ live }) => live);
