import { assemble } from './assemble.ts';
import { equal } from './http/list.ts';
import { listenOnLoopback } from './http/listen.ts';
import { newWebhookEndpoint } from './shapes/webhook-endpoint.ts';
import { type Sandbox, transact } from './work/sandbox.ts';

/** How to run a sandbox. Everything has a default. */
export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** Path of the SQLite file, or ':memory:', the default. */
  dataFile?: string;
  /** With `webhookSecret`: an endpoint that gets every event. */
  webhookUrl?: string;
  webhookSecret?: string;
  /** The address pages are linked under; the listening address by default. */
  publicUrl?: string;
  log?: (line: string) => void;
  /** Waits between attempts to deliver a webhook; the last one repeats. */
  retryDelaysMs?: number[];
  /** Deliveries that are under way at once, as Stripe's are; one after the other by default. */
  deliveriesAtOnce?: number;
}

/** A sandbox that is listening. */
export interface RunningSandbox {
  url: string;
  port: number;
  /** Waits until every event has been answered for, or its receiver is down, or `limitMs` has passed. */
  delivered(limitMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a sandbox on loopback. Throws when the port is taken or the file cannot be opened. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { app, sandbox, scheduler, close } = assemble(options);
  let port: number;
  try {
    port = await listenOnLoopback(app, options.port ?? 0, sandbox.log);
  } catch (error) {
    await close();
    throw error;
  }
  const url = options.publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`;
  sandbox.publicUrl = url;
  ensureEndpoint(sandbox, options.webhookUrl, options.webhookSecret);
  scheduler.kick();
  sandbox.deliverer.wake();
  const delivered = (limitMs: number) => sandbox.deliverer.settled(0, limitMs);
  return { url, port, delivered, close };
}

/** Marks the endpoint that came from the options, to tell it from those made over the API. */
const OURS = { from: 'options' };

/** Keeps one endpoint for the given address and secret, in place of one from an earlier start. */
function ensureEndpoint(sandbox: Sandbox, url?: string, secret?: string): void {
  if (!url || !secret) return;
  transact(sandbox, (work) => {
    const known = work.store.all('webhook_endpoint', equal('metadata.from', OURS.from))[0];
    const endpoint = known ?? newWebhookEndpoint(work.now(), url, { metadata: OURS });
    const current = { ...endpoint, url, status: 'enabled', enabled_events: ['*'] };
    work.save('webhook_endpoint', current, { secret });
  });
}
