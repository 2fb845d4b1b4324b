import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from './errors.ts';

type Done = (error?: Error) => void;

/**
 * Lets `most` requests be worked on at once. What comes above that waits for a place, in the order of its
 * coming and `waitMs` milliseconds at most, and is refused then: whoever asks again at once does so no
 * oftener than that, and those who have a place get their answer in time. Whether the process lives can
 * always be asked.
 */
export function shedLoad(app: FastifyInstance, most: number, waitMs = 1_000): void {
  const running = new Set<FastifyRequest>();
  /** What each that waits does when it is its turn, or is not any more. */
  const waiting = new Map<FastifyRequest, (isTurn: boolean) => void>();

  const wait = (request: FastifyRequest, done: Done): void => {
    const decide = (isTurn: boolean): void => {
      clearTimeout(timer);
      waiting.delete(request);
      if (isTurn) running.add(request);
      done(isTurn ? undefined : new Unavailable());
    };
    const timer = setTimeout(decide, waitMs, false);
    waiting.set(request, decide);
  };

  const begin = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    // Nobody waits any more where it is closed: there is no end that would come after this beginning.
    const needsPlace = !reply.raw.closed && !running.has(request);
    if (needsPlace && running.size >= most) {
      wait(request, done);
      return;
    }
    if (needsPlace) running.add(request);
    done();
  };

  const end = (request: FastifyRequest): void => {
    waiting.get(request)?.(false);
    if (!running.delete(request)) return;
    const [next] = waiting.values();
    next?.(true);
  };

  app.addHook('onRequest', (request, reply, done) => {
    // Comes also when the caller hangs up before the answer.
    reply.raw.once('close', () => end(request));
    // A body that arrives slowly is no work: those who send one so keep nobody out.
    if (hasBody(request)) done();
    else begin(request, reply, done);
  });
  app.addHook('preValidation', begin);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
