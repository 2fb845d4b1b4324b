import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { signature } from './signature.ts';

/** Waits between attempts, in milliseconds; the last one repeats. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 30;

interface Delivery {
  seq: number;
  event: string;
  endpoint: string;
  attempts: number;
}

/**
 * Posts pending deliveries, so many at once as it is told and those in order, and tries the failed ones
 * again later.
 */
export class Deliverer {
  readonly #store: Store;
  readonly #delays: readonly number[];
  readonly #atOnce: number;
  readonly #log: (line: string) => void;
  #running = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #flight = Promise.resolve();
  #waiting: (() => void)[] = [];

  constructor(
    store: Store,
    how: { delays?: readonly number[]; atOnce?: number; log: (line: string) => void },
  ) {
    this.#store = store;
    this.#delays = how.delays?.length ? how.delays : RETRY_DELAYS_MS;
    this.#atOnce = how.atOnce ?? 1;
    this.#log = how.log;
  }

  /** Looks for work now. Cheap, and safe to call at any time. */
  wake(): void {
    if (this.#running || this.#closed) return;
    this.#running = true;
    this.#flight = this.#drain().finally(() => {
      this.#running = false;
      this.#sleep();
    });
  }

  /** A point in the queue, to wait for what comes after it. */
  mark(): number {
    const sql = 'SELECT coalesce(max(seq), 0) AS seq FROM deliveries';
    return (this.#store.prepare(sql).get() as { seq: number }).seq;
  }

  /**
   * Waits until every delivery after `mark` has been answered, or has shown that its receiver is
   * down, or `limitMs` has passed.
   */
  async settled(mark: number, limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (!this.#closed && this.#unsettled(mark) && Date.now() < deadline) {
      this.wake();
      const attempt = new Promise<void>((resolve) => this.#waiting.push(resolve));
      const timer = new AbortController();
      const left = delay(deadline - Date.now(), undefined, { signal: timer.signal });
      left.catch(() => {});
      await Promise.race([attempt, left]);
      timer.abort();
    }
  }

  #unsettled(mark: number): boolean {
    const sql = `SELECT 1 FROM deliveries WHERE seq > ? AND state = 'pending'
      AND NOT (attempts >= 1 AND answer = 'unreachable') AND attempts < 3 LIMIT 1`;
    return this.#store.prepare(sql).get(mark) !== undefined;
  }

  /** Lets the attempt under way finish and starts no other. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#flight;
  }

  async #drain(): Promise<void> {
    while (!this.#closed) {
      const next = this.#next();
      if (next.length === 0) return;
      await Promise.all(next.map((delivery) => this.#attempt(delivery)));
      // Whoever waits looks again after each attempt.
      for (const resume of this.#waiting.splice(0)) resume();
    }
  }

  #next(): Delivery[] {
    const sql = `SELECT seq, event, endpoint, attempts FROM deliveries
      WHERE state = 'pending' AND due_ms <= ? ORDER BY due_ms, seq LIMIT ?`;
    return this.#store.prepare(sql).all(Date.now(), this.#atOnce) as unknown as Delivery[];
  }

  #sleep(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    const row = this.#store
      .prepare("SELECT min(due_ms) AS due FROM deliveries WHERE state = 'pending'")
      .get() as { due: number | null };
    if (row.due === null) return;
    const wait = Math.min(Math.max(row.due - Date.now(), 1), 60_000);
    this.#timer = setTimeout(() => this.wake(), wait);
    this.#timer.unref();
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const endpoint = this.#store.find('webhook_endpoint', delivery.endpoint);
    const event = this.#store.find('event', delivery.event);
    if (!endpoint || !event) return this.#settle(delivery, 'dropped', 'endpoint deleted');
    const answer = await this.#post(endpoint, JSON.stringify(event, null, 2));
    if (/^2\d\d$/.test(answer)) return this.#settle(delivery, 'delivered', answer);
    this.#log(`webhook ${event.type} ${event.id} to ${endpoint.url}: ${answer}`);
    if (delivery.attempts + 1 >= MAX_ATTEMPTS) return this.#settle(delivery, 'failed', answer);
    const wait = this.#delays[delivery.attempts] ?? this.#delays.at(-1) ?? 0;
    this.#store
      .prepare(
        'UPDATE deliveries SET attempts = attempts + 1, answer = ?, due_ms = ? WHERE seq = ?',
      )
      .run(answer, Date.now() + wait, delivery.seq);
  }

  async #post(endpoint: { id: string; url: string }, body: string): Promise<string> {
    const { secret } = this.#store.secret('webhook_endpoint', endpoint.id);
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(body, secret, Math.floor(Date.now() / 1000)),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      });
      // Read to its end, so that the connection serves the next one, too.
      await response.arrayBuffer();
      return String(response.status);
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'timed out' : 'unreachable';
    }
  }

  #settle(delivery: Delivery, state: string, answer: string): void {
    const store = this.#store;
    inTransaction(store.database, () => {
      store
        .prepare(
          'UPDATE deliveries SET state = ?, attempts = attempts + 1, answer = ? WHERE seq = ?',
        )
        .run(state, answer, delivery.seq);
      store
        .prepare(
          `UPDATE documents SET json = json_set(json, '$.pending_webhooks', (
             SELECT count(DISTINCT endpoint) FROM deliveries WHERE event = ? AND state = 'pending'
           )) WHERE kind = 'event' AND id = ?`,
        )
        .run(delivery.event, delivery.event);
    });
  }
}
