import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteRoute, requestIdOf } from './request-life.ts';

declare module 'fastify' {
  interface FastifyInstance {
    forVisitors: VisitorAnswers;
  }
}

interface VisitorAnswers {
  /** Answers by what was made for a visitor before, else by what `make` answers now. */
  once(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<string>,
  ): Promise<string | Buffer>;
}

/** An answer as it goes over the wire, but for the id of the request. */
interface Ready {
  head: string[];
  body: Buffer;
  /** A character for each byte: Node writes a text in one piece with its headers, and bytes as a second one. */
  text: string;
}

/**
 * Answers what is the same for every visitor, once it was made, before Fastify hears of the request:
 * there is no work in it that would have to be guarded, so it is one write of ready-made headers and
 * bytes. Whoever says who they are, or from which site they come, goes the usual way, and so does
 * everybody while the server stops.
 */
export function answerVisitorsAtOnce(api: FastifyInstance): void {
  const ready = new Map<string, Ready>();

  api.decorate('forVisitors', {
    async once({ url, headers, routeOptions }, reply, make) {
      const made = ready.get(routeOptions.url ?? '');
      if (made) return made.body;
      const body = Buffer.from(await make());
      // Not by what one visitor adds: a query, or another site's name that is let in.
      if (url === routeOptions.url && headers.origin === undefined) {
        ready.set(url, { head: headOf(reply, body), body, text: body.toString('latin1') });
      }
      return body;
    },
  });

  hearFirst(api.server, (request, response) => {
    const { method, url = '', headers } = request;
    const answer = ready.get(url);
    if (!answer || method !== 'GET' || headers.authorization || headers.origin) return false;
    noteRoute(request, url);
    response.writeHead(200, [...answer.head, 'x-request-id', requestIdOf(request)]);
    response.end(answer.text, 'latin1');
    return true;
  });
}

/** Lets `answer` have each request first; what it does not answer goes to whom it went to before. */
function hearFirst(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const [next] = server.listeners('request') as RequestListener[];
  if (!next) throw new Error('There is nobody to answer requests yet');
  server.removeListener('request', next);
  server.prependListener('request', (request, response) => {
    if (!server.listening || !answer(request, response)) next(request, response);
  });
}

function headOf(reply: FastifyReply, { length }: Buffer): string[] {
  const { 'x-request-id': _, ...shared } = reply.getHeaders();
  return Object.entries({ ...shared, 'content-length': length }).flatMap(([name, value]) => [
    name,
    String(value),
  ]);
}
