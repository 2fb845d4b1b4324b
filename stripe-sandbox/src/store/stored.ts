import type Stripe from 'stripe';

/**
 * An SDK type as it stands in a stored document: every expandable reference is its id, and a
 * decimal is the string that travels on the wire.
 */
export type Stored<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer E)[]
    ? Reference<E>[]
    : T extends object
      ? { [K in keyof T]: Reference<T[K]> }
      : T;

type Reference<V> = [Extract<V, string>] extends [never] ? Stored<V> : Exclude<V, object>;
