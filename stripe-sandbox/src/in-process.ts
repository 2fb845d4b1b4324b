import type { InjectOptions } from 'fastify';
import { assemble } from './assemble.ts';
import { SharedClock } from './clock/shared-clock.ts';
import { inTransaction } from './store/database.ts';
import type { Doc, Kind } from './store/documents.ts';

export { boundary } from './billing/cycle.ts';
export type { Doc, Kind } from './store/documents.ts';

/** A sandbox that is called without a socket, for tests that need thousands of lives. */
export interface InProcessSandbox {
  /** The fetch of the platform, as far as the SDK and forms need it. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Every resource of a kind, newest first. */
  all<K extends Kind>(kind: K): Doc<K>[];
  /** The sandbox's time in unix seconds. */
  now(): number;
  /** Forgets everybody and everything but products, prices and portal settings; the clock is back. */
  startOver(): void;
  close(): Promise<void>;
}

const LASTING = [
  'product',
  'price',
  'tax_rate',
  'coupon',
  'promotion_code',
  'billing_portal.configuration',
];

/** Opens a sandbox in memory. */
export async function openSandbox(log?: (line: string) => void): Promise<InProcessSandbox> {
  const { app, sandbox, close } = assemble({ ...(log && { log }) });
  const { store } = sandbox;
  await app.ready();
  return {
    async fetch(url, init = {}) {
      const { pathname, search, host } = new URL(url);
      const answer = await app.inject({
        method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
        url: `${pathname}${search}`,
        headers: { host, ...Object.fromEntries(new Headers(init.headers)) },
        ...(init.body ? { payload: String(init.body) } : {}),
      });
      return new Response(new Uint8Array(answer.rawPayload), {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      });
    },
    all: (kind) => store.all(kind),
    now: () => sandbox.clock.now(),
    startOver() {
      inTransaction(store.database, () => {
        const kinds = LASTING.map(() => '?').join(', ');
        store.database
          .prepare(`DELETE FROM documents WHERE kind NOT IN (${kinds})`)
          .run(...LASTING);
        for (const table of ['idempotency', 'deliveries', 'settings']) {
          store.database.exec(`DELETE FROM ${table}`);
        }
      });
      sandbox.clock = new SharedClock(store);
    },
    close,
  };
}
