import type { Answer, Endpoint } from 'contract/endpoint';
import type { ShownNow } from 'contract/shown';
import { shownHeader, writeShown } from 'contract/shown-header';
import type { z } from 'zod';
import { readToken, refuseCredentials } from './credentials.ts';
import { HttpError } from './http-error.ts';
import { notify } from './notify.ts';
import { askForProof } from './proof.ts';

const timeoutMs = 30_000;
const errorToastMs = 2000;
const withoutToken = ['/login', '/register', '/reset-password', '/update-password'];

type Part<Key extends string, Value> = undefined extends Value
  ? { [K in Key]?: Value }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** What a call takes: body, query and path parameters as the contract says, and how to behave. */
export type CallInput<E extends Endpoint> = Part<'body', z.input<E['body']>> &
  Part<'query', z.input<E['query']>> &
  Part<'params', z.input<E['params']>> & {
    /** No toast on failure: the screen shows it, or it is only logged. */
    silent?: boolean;
    signal?: AbortSignal;
    /** What the page showed that is agreed to by the call (product U370). */
    shown?: ShownNow;
  };

/** As much of a call as it takes to make it: what knows no more is told by its type which call it is. */
type Address = Pick<Endpoint, 'method' | 'path'>;

type AnyInput = {
  body?: unknown;
  query?: Record<string, unknown>;
  params?: Record<string, unknown>;
  silent?: boolean;
  signal?: AbortSignal;
  shown?: ShownNow;
};

/**
 * Makes one call of the contract and answers its fields. Fails with an HttpError after 30 seconds,
 * on any refusal, and when no answer comes; failures show as a toast unless `silent` (product
 * C5, E3). A 401 ends the session. Where the server wants a proof of who is there, it is asked for, and
 * the call goes on with what was given.
 */
export async function call<E extends Endpoint>(
  endpoint: E | Address,
  ...[given]: Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
): Promise<Answer<E>> {
  // Inside, the parts are only written out as JSON and text; their types have done their work.
  const input = (given ?? {}) as AnyInput;
  const token = withoutToken.some((part) => endpoint.path.includes(part)) ? null : readToken();
  try {
    return (await sendProved(endpoint, input, token)) as Answer<E>;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // An answer to a token that has been replaced since says nothing about the present session.
    const ended = error.status === 401 && (token === null || token === readToken());
    if (ended) refuseCredentials();
    // Whoever is sent to the login page is told why, even where the screen shows its own failures.
    if (ended || !input.silent) notify.error(error.message, { duration: errorToastMs });
    throw error;
  }
}

/** Sends a call, and once more where the server asks first who is there, and is told. */
async function sendProved(endpoint: Address, input: AnyInput, token: string | null) {
  try {
    return await send(endpoint, input, token);
  } catch (error) {
    const isAsked = error instanceof HttpError && error.code === 'proof_needed';
    if (!isAsked || !(await askForProof())) throw error;
    // The proof has brought another token.
    return send(endpoint, input, token && readToken());
  }
}

async function send(endpoint: Address, input: AnyInput, token: string | null): Promise<unknown> {
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  const hasBody = input.body !== undefined && input.body !== null;
  if (hasBody) headers.set('Content-Type', 'application/json');
  if (input.shown) headers.set(shownHeader, writeShown(input.shown));
  const timeout = AbortSignal.timeout(timeoutMs);
  let status = 0;
  let body: unknown;
  let requestId: string | null = null;
  try {
    const response = await fetch(apiUrl(endpoint.path, input), {
      method: endpoint.method,
      headers,
      body: hasBody ? JSON.stringify(input.body) : undefined,
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    });
    status = response.status;
    requestId = response.headers.get('x-request-id');
    body = await response.json().catch(() => undefined);
    if (response.ok && isAnswer(body)) return body;
  } catch (error) {
    // The caller gave up, for example by leaving the page: that is not a failure to show.
    if (input.signal?.aborted) throw error;
    throw new HttpError(0);
  }
  input.signal?.throwIfAborted();
  throw new HttpError(status, body, requestId);
}

function isAnswer(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && (body as { success?: unknown }).success !== false
  );
}

/** The URL below `/api`, with parameters filled in and empty or 'all' query values left out. */
export function apiUrl(path: string, input: Pick<AnyInput, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '' || value === 'all') continue;
    query.set(key, String(value));
  }
  return query.size > 0 ? `/api${filled}?${query}` : `/api${filled}`;
}
