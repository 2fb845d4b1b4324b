import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from './errors.ts';

/**
 * Refuses what comes while `most` requests are being worked on: those who are refused know at once,
 * and those who are not get their answer in time. Whether the process lives can always be asked.
 */
export function shedLoad(app: FastifyInstance, most: number): void {
  const running = new Set<FastifyRequest>();
  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    // Nobody waits any more: there is no end that would come after this beginning.
    if (reply.raw.closed) return;
    if (running.size >= most) throw new Unavailable();
    running.add(request);
  };
  app.addHook('onRequest', async (request, reply) => {
    begin(request, reply);
    // Comes also when the caller hangs up before the answer.
    reply.raw.once('close', () => running.delete(request));
  });
  // A body that arrives slowly is no work: those who send one so keep nobody out.
  app.addHook('preParsing', async (request) => {
    running.delete(request);
  });
  app.addHook('preValidation', async (request, reply) => begin(request, reply));
}
