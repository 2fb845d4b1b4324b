import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_VERSION } from '../api-version.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import { newId } from '../store/ids.ts';
import { type Sandbox, transact } from '../work/sandbox.ts';
import type { Work } from '../work/work.ts';
import { checkKey } from './auth.ts';
import { errorBody, invalid, StripeError } from './errors.ts';
import { expand } from './expand.ts';
import { parseForm, type Raw } from './form.ts';
import { type Answer, fingerprint, KeysInFlight, remember, replay } from './idempotency.ts';
import type { Route } from './route.ts';

interface Call {
  route: Route;
  raw: Record<string, Raw>;
  ids: string[];
  requestId: string;
  key: string | undefined;
  print: string;
}

/** Serves Stripe's API under /v1: authentication, idempotency, one transaction per request. */
export function serveApi(
  app: FastifyInstance,
  sandbox: Sandbox,
  scheduler: Scheduler,
  routes: readonly Route[],
): void {
  const inFlight = new KeysInFlight();
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      preParsing: async (request, reply) => {
        const key = keyOf(request);
        if (!key) return;
        inFlight.claim(key);
        reply.raw.once('close', () => inFlight.release(key));
      },
      handler: (request, reply) => {
        checkKey(request.headers.authorization);
        sandbox.rateLimit.take();
        const answer = perform(sandbox, callOf(route, request));
        scheduler.kick();
        return send(reply, answer);
      },
    });
  }
}

function callOf(route: Route, request: FastifyRequest): Call {
  const query = parseForm(request.url.split('?')[1] ?? '');
  const raw = { ...query, ...((request.body as Record<string, Raw> | null) ?? {}) };
  const ids = Object.values(request.params as Record<string, string>);
  const path = request.url.split('?')[0] ?? '';
  const print = fingerprint(route.method, path, raw);
  return { route, raw, ids, requestId: request.id, key: keyOf(request), print };
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return request.method === 'POST' && typeof key === 'string' ? key : undefined;
}

function perform(sandbox: Sandbox, call: Call): Answer & { replayed: boolean } {
  const { key, print, requestId } = call;
  const origin = { id: requestId, idempotency_key: key ?? null };
  return transact(
    sandbox,
    (work) => {
      const before = key ? replay(work.store, key, print) : undefined;
      if (before) return { ...before, replayed: true };
      const answer = { ...run(work, call), requestId };
      if (key) remember(work.store, key, print, answer);
      return { ...answer, replayed: false };
    },
    { origin },
  );
}

/** Runs the route. A refused card is an answer like others: what it left behind stays. */
function run(work: Work, call: Call): { status: number; body: string } {
  const { expand: paths = [], ...raw } = call.raw;
  try {
    if (!Array.isArray(paths)) throw invalid('Invalid array', 'expand');
    const answer = call.route.handle(work, raw, call.ids);
    expand(work, answer, paths.map(String));
    return { status: 200, body: JSON.stringify(answer, null, 2) };
  } catch (error) {
    if (!(error instanceof StripeError && error.keepsChanges)) throw error;
    return {
      status: error.status,
      body: JSON.stringify(errorBody(error, call.requestId), null, 2),
    };
  }
}

function send(reply: FastifyReply, answer: Answer & { replayed: boolean }): FastifyReply {
  if (answer.replayed) {
    reply.header('idempotent-replayed', 'true');
    reply.header('original-request', answer.requestId);
  }
  return reply.code(answer.status).type('application/json').send(answer.body);
}

/** A new request id in Stripe's manner. */
export function newRequestId(): string {
  return newId('req').slice(0, 18);
}

/** Headers every API answer carries. The date is the sandbox's: `now` in unix seconds. */
export function stampAnswer(request: FastifyRequest, reply: FastifyReply, now: number): void {
  reply.header('date', new Date(now * 1000).toUTCString());
  reply.header('request-id', request.id);
  reply.header('stripe-version', request.headers['stripe-version'] ?? API_VERSION);
  reply.header('cache-control', 'no-cache, no-store');
  const key = keyOf(request);
  if (key) reply.header('idempotency-key', key);
}
