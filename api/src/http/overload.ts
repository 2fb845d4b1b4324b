import type { FastifyInstance } from 'fastify';
import { Unavailable } from './errors.ts';

/**
 * Refuses what comes while `most` requests are being worked on: those who are refused know at once,
 * and those who are not get their answer in time. Whether the process lives can always be asked.
 */
export function shedLoad(app: FastifyInstance, most: number): void {
  let running = 0;
  app.addHook('onRequest', async (_request, reply) => {
    if (running >= most) throw new Unavailable();
    running += 1;
    // Comes also when the caller hangs up before the answer.
    reply.raw.once('close', () => {
      running -= 1;
    });
  });
}
