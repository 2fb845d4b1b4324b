import { vi } from 'vitest';

/** What a call is answered; set `body` and `status` before the call. */
export interface Stub {
  /** May be made of the call's query. */
  body: unknown;
  status: number;
  /** No answer at all, as without a network. */
  offline: boolean;
  /** The query of each call that was made. */
  asked: URLSearchParams[];
  /** What each call that was made sent, with its method; null for one without a body. */
  sent: { method: string; body: unknown }[];
  /** The headers of each call that was made. */
  headers: Headers[];
}

/** By what each answer says that the server's log knows it. */
export const requestId = 'request-of-a-test';

const stubs = new Map<string, Stub>();
const gates = new Map<string, Promise<void>>();
const unanswered: string[] = [];

/**
 * Answers every call of a path below `/api` with what the stub says at that moment; of one method
 * alone if that stands before it, as in 'PUT /user'.
 */
export function stubCall(path: string, body: unknown): Stub {
  const stub: Stub = { body, status: 200, offline: false, asked: [], sent: [], headers: [] };
  stubs.set(path, stub);
  return stub;
}

/** Holds back the answers of a call until the returned function is called. */
export function holdCall(path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  gates.set(path, promise);
  return resolve;
}

/** The API of a test: the calls that it has stubbed and no others. */
export function startApi(): void {
  vi.stubGlobal('fetch', answer);
}

/** Forgets the stubs. Returns the calls that nobody had stubbed. */
export function stopApi(): string[] {
  stubs.clear();
  gates.clear();
  return unanswered.splice(0);
}

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(address, window.location.href);
  const path = pathname.replace(/^\/api/, '');
  const method = init.method ?? 'GET';
  const stub = stubs.get(`${method} ${path}`) ?? stubs.get(path);
  if (!stub) {
    unanswered.push(`${method} ${path}`);
    throw new TypeError('Failed to fetch');
  }
  stub.asked.push(searchParams);
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
  stub.sent.push({ method, body });
  stub.headers.push(new Headers(init.headers));
  await unlessAborted(gates.get(path), init.signal);
  if (stub.offline) throw new TypeError('Failed to fetch');
  const said = typeof stub.body === 'function' ? stub.body(searchParams) : stub.body;
  const headers = { 'x-request-id': requestId };
  return Response.json(said, { status: stub.status, headers });
}

/** Waits, as a call does, until it is given up. */
async function unlessAborted(gate?: Promise<void>, signal?: AbortSignal | null): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([gate, aborted]);
}
