import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';
import { tryToWrite } from '../db/try-to-write.ts';
import { version } from '../version.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness;
  }
}

/** What is used up once is so again: nothing new is to come for so long, and then if there is room. */
const restMs = 5_000;

/** The process is told to stop, and still answers. */
class Stopping extends Error {}

interface Readiness {
  /** Notes that the database was out of room or the like: it answers a ping all the same. */
  noteExhaustion(): void;
  /** From now on this process is on its way out: whoever spreads the requests is to ask others. */
  noteStopping(): void;
  /** Rejects while the database cannot serve, and from when the process is to stop. */
  check(): Promise<void>;
}

/** Whether this process can serve, by what its requests met and what the database says. */
export function createReadiness({ db, ping }: Pick<Database, 'db' | 'ping'>): Readiness {
  let exhaustedAt: number | undefined;
  let isStopping = false;
  return {
    noteExhaustion() {
      exhaustedAt = performance.now();
    },
    noteStopping() {
      isStopping = true;
    },
    async check() {
      if (isStopping) throw new Stopping();
      await ping();
      if (exhaustedAt === undefined) return;
      const noted = exhaustedAt;
      if (performance.now() - noted < restMs)
        throw new Error('The database was exhausted just now');
      await tryToWrite(db);
      if (exhaustedAt === noted) exhaustedAt = undefined;
    },
  };
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, that is, its database can. Both name the
 * release, so that one sees how far an update has come.
 */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok', version }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await app.readiness.check();
      return { status: 'ready', version };
    } catch (error) {
      reply.code(503).header('retry-after', 5);
      if (error instanceof Stopping) return { status: 'stopping' };
      request.log.error({ err: error }, 'not ready');
      return { status: 'database unavailable' };
    }
  });
}
