import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from './errors.ts';

type Done = (error?: Error) => void;

/**
 * Refuses what comes while `most` requests are being worked on: those who are refused know at once,
 * and those who are not get their answer in time. Whether the process lives can always be asked.
 */
export function shedLoad(app: FastifyInstance, most: number): void {
  const running = new Set<FastifyRequest>();
  const begin = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    // Nobody waits any more: there is no end that would come after this beginning.
    const isRefused = !reply.raw.closed && running.size >= most;
    if (!reply.raw.closed && !isRefused) running.add(request);
    done(isRefused ? new Unavailable() : undefined);
  };
  app.addHook('onRequest', (request, reply, done) => {
    // Comes also when the caller hangs up before the answer.
    reply.raw.once('close', () => running.delete(request));
    begin(request, reply, done);
  });
  // A body that arrives slowly is no work: those who send one so keep nobody out.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    running.delete(request);
    done();
  });
  app.addHook('preValidation', begin);
}
