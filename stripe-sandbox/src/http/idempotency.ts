import { createHash } from 'node:crypto';
import type { Store } from '../store/store.ts';
import { StripeError } from './errors.ts';

const LIFE_MS = 24 * 3_600_000;

/** A stored answer. */
export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

/** Tells two requests apart: same method, path and parameters give the same text. */
export function fingerprint(method: string, path: string, raw: object): string {
  return createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify(raw)}`)
    .digest('hex');
}

/**
 * The answer given before under this key, or undefined.
 * Throws idempotency_error when the key was used for another request.
 */
export function replay(store: Store, key: string, print: string): Answer | undefined {
  const row = store
    .prepare(
      `SELECT fingerprint, status, body, request_id AS requestId FROM idempotency
       WHERE key = ? AND stored_ms > ?`,
    )
    .get(key, Date.now() - LIFE_MS) as (Answer & { fingerprint: string }) | undefined;
  if (row && row.fingerprint !== print) {
    throw new StripeError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  return row;
}

/** Keeps an answer under its key, in the transaction that made it. */
export function remember(store: Store, key: string, print: string, answer: Answer): void {
  store
    .prepare('INSERT OR REPLACE INTO idempotency VALUES (?, ?, ?, ?, ?, ?)')
    .run(key, print, answer.status, answer.body, answer.requestId, Date.now());
}

/** The keys of requests that have arrived and are not answered yet. */
export class KeysInFlight {
  readonly #keys = new Set<string>();

  /** Claims a key; throws Stripe's 409 when another request holds it. */
  claim(key: string): void {
    if (this.#keys.has(key)) {
      throw new StripeError(
        409,
        `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
        { type: 'idempotency_error', code: 'idempotency_key_in_use' },
      );
    }
    this.#keys.add(key);
  }

  release(key: string): void {
    this.#keys.delete(key);
  }
}
