import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
}

/**
 * Answers what is the same for every visitor, once it was made, before all other hooks: there is no
 * work in it that would have to be guarded, so it is one write of ready-made headers and bytes, past
 * Fastify's own reply. Whoever says who they are, or from which site they come, goes the usual way.
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
        ready.set(url, { head: headOf(reply, body), body });
      }
      return body;
    },
  });

  api.addHook('onRequest', (request, reply, done) => {
    const { method, url = '', headers } = request.raw;
    const answer = ready.get(url);
    if (!answer || method !== 'GET' || headers.authorization || headers.origin) return done();
    reply.hijack();
    reply.raw.writeHead(200, [...answer.head, 'x-request-id', request.id]).end(answer.body);
  });
}

function headOf(reply: FastifyReply, { length }: Buffer): string[] {
  const { 'x-request-id': _, ...shared } = reply.getHeaders();
  return Object.entries({ ...shared, 'content-length': length }).flatMap(([name, value]) => [
    name,
    String(value),
  ]);
}
