import { buildApp } from './app.ts';
import { Scheduler } from './clock/scheduler.ts';
import { SharedClock } from './clock/shared-clock.ts';
import { RateLimit } from './http/rate-limit.ts';
import { openDatabase } from './store/database.ts';
import { Store } from './store/store.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import type { Sandbox } from './work/sandbox.ts';

/** What a sandbox is made of, whether it listens or not. */
export interface Parts {
  /** Path of the SQLite file, or ':memory:', the default. */
  dataFile?: string;
  publicUrl?: string;
  log?: (line: string) => void;
  retryDelaysMs?: number[];
  /** Deliveries that are under way at once; one after the other without it. */
  deliveriesAtOnce?: number;
}

/** Puts a sandbox together. Throws when its file cannot be opened. */
export function assemble(parts: Parts) {
  const log = parts.log ?? (() => {});
  const database = openDatabase(parts.dataFile ?? ':memory:');
  const store = new Store(database);
  const deliverer = new Deliverer(store, {
    ...(parts.retryDelaysMs && { delays: parts.retryDelaysMs }),
    ...(parts.deliveriesAtOnce && { atOnce: parts.deliveriesAtOnce }),
    log,
  });
  const publicUrl = parts.publicUrl ?? 'http://localhost';
  const sandbox: Sandbox = {
    ...{ store, deliverer, log, publicUrl },
    clock: new SharedClock(store),
    rateLimit: new RateLimit(),
  };
  const scheduler = new Scheduler(sandbox);
  const app = buildApp(sandbox, scheduler);
  const close = async (): Promise<void> => {
    await app.close();
    await scheduler.close();
    await deliverer.close();
    database.close();
  };
  return { app, sandbox, scheduler, close };
}
