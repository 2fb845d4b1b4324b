import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Database } from '../../api/src/db/client.ts';
import { openDatabase } from '../../api/src/db/open.ts';
import { readEnv } from '../../api/src/env.ts';
import { createSessions } from '../../api/src/features/accounts/session.ts';
import { agreeAtSignUp } from '../../api/src/features/agreements/service.ts';
import { arriveIn } from '../../api/src/testing/arrive.ts';
import type { Person } from '../../api/src/testing/client.ts';
import { createDatabase } from '../../api/src/testing/database.ts';
import { workedOff } from '../../api/src/testing/worked-off.ts';

/** What is done in the databases of the stacks, each named by its address. */
export type DatabaseActs = ReturnType<typeof actsIn>['acts'];

function actsIn(server: string) {
  const opened = new Map<string, Promise<Database>>();
  const open = (url: string): Promise<Database> => {
    const database = opened.get(url) ?? openDatabase({ url, dataDirectory: '' });
    opened.set(url, database);
    return database;
  };
  // As the servers of the stacks have it, but for what sessions are not about.
  const env = readEnv({ ...process.env, STRIPE_WEBHOOK_SECRET: 'whsec_that_nothing_signs' });
  const sessionsAt = { secret: env.JWT_SECRET, hours: env.SESSION_HOURS, env };

  const acts = {
    /** Makes one, empty or as a copy of another. Answers its address. */
    add: ({ name, from }: { name: string; from?: string }) => createDatabase(server, name, from),

    /** Lets somebody in by the rows that a sign-up and a sign-in leave, without their mails and hashes. */
    async letIn({ url, person }: { url: string; person: Person }) {
      const { db } = await open(url);
      const arrived = await arriveIn({ db, sessions: createSessions(db, sessionsAt) })(person);
      await agreeAtSignUp(db, { userId: arrived.user.id, address: '127.0.0.1' });
      return arrived;
    },

    /** Has every link to a new password expire a second ago. */
    async expireResetLinks({ url }: { url: string }) {
      const { db } = await open(url);
      await db.execute("update password_resets set expires_at = now() - interval '1 second'");
    },

    /** Waits until what Stripe has told stands in the rows. */
    async untilWorkedOff({ url }: { url: string }) {
      await workedOff(await open(url), 60_000);
    },
  };
  return {
    acts,
    async close() {
      for (const database of opened.values()) await (await database).close();
    },
  };
}

/**
 * Does what is done in the databases for all workers, in one process: what is loaded for them, drizzle's hundreds
 * of modules above all, takes two seconds of the processor. Answers where it is asked, and what ends it.
 */
export async function serveDatabases(
  server: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { acts, close } = actsIn(server);
  const host = createServer(async (request, response) => {
    try {
      const act = acts[request.url?.slice(1) as keyof typeof acts];
      const answer = await act((await json(request)) as never);
      response.end(JSON.stringify({ answer }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      host.close();
      host.closeAllConnections();
      await close();
    },
  };
}
