import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { beginSpan, endSpan, insideOf, spanKind } from '../telemetry/trace.ts';

/** What there is to tell of a request once nobody waits for it any more. Nothing of it names a person. */
export interface AnsweredRequest {
  id: string;
  method: string;
  /** The pattern of its address, such as `/api/admin/users/:id`; null where there is nothing. */
  route: string | null;
  /** 499 where the caller hung up before the end of the answer. */
  status: number;
  ms: number;
  userId: string | undefined;
}

/** What is learned of a request on its way. */
interface Known {
  routeOptions: { url?: string };
  user: { id: string } | null;
}

const hungUp = 499;
const requestId = Symbol('request id');
const known = Symbol('known');

/** Kept on the request itself: maps of so many short lives cost the garbage collection more than the answer. */
interface Noted extends IncomingMessage {
  [requestId]?: string;
  [known]?: Known;
}

/** The id by which a request is found in the log; it is ours, whatever the caller calls it. */
export function requestIdOf(request: Noted): string {
  request[requestId] ??= randomUUID();
  return request[requestId];
}

/** Notes what a request asks for that is answered before Fastify hears of it. */
export function noteRoute(request: Noted, url: string): void {
  request[known] = { routeOptions: { url }, user: null };
}

/** Lets `watchRequests` know who asks for what. Called before the first route is added. */
export function noteRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    (request.raw as Noted)[known] = request;
    const { method, routeOptions } = request;
    const route = routeOptions.url;
    const name = `${method} ${route ?? 'nothing'}`;
    const span = beginSpan({ name, kind: spanKind.server, root: true });
    if (!span) return done();
    reply.raw.once('close', () => {
      const status = reply.raw.statusCode;
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'request.id': request.id,
      };
      endSpan(span, attributes, status >= 500 ? String(status) : undefined);
    });
    insideOf(span, done);
  });
}

/** Calls `tell` once for each request, whoever answers it and however it ends. Called after all routes. */
export function watchRequests(
  { server }: FastifyInstance,
  tell: (request: AnsweredRequest) => void,
): void {
  const watch: RequestListener = (request: Noted, response) => {
    const began = performance.now();
    response.on('close', () => {
      const found = request[known];
      tell({
        id: requestIdOf(request),
        method: request.method ?? '',
        route: found?.routeOptions.url ?? null,
        status: response.writableFinished ? response.statusCode : hungUp,
        ms: performance.now() - began,
        userId: found?.user?.id,
      });
    });
  };
  server.prependListener('request', watch);
}
