import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Send } from './at-once.ts';
import type { Db } from './client.ts';
import { isCutOff, isDatabaseAway } from './unavailable.ts';

const isOver = (error: unknown): boolean => isDatabaseAway(error) || isCutOff(error);

/**
 * Runs a transaction and gives its connection back whatever happens. Drizzle's own way keeps the
 * connection for ever when `begin` itself fails, and hands on one that no longer answers. One that
 * does not is closed before drizzle waits for its rollback, too.
 */
export function onOneConnection(pool: pg.Pool): Db['transaction'] {
  return async (run, config) => {
    const client = await pool.connect();
    let isBack = false;
    const giveBack = (error?: unknown): void => {
      if (!isBack) client.release(isOver(error));
      isBack = true;
    };
    // What drizzle hides behind a rollback that fails as well.
    let reason: unknown;
    const note = (error: unknown): never => {
      reason = error;
      throw error;
    };
    try {
      const result = await drizzle(notingCommit(client, note)).transaction(async (transaction) => {
        try {
          return await run(transaction);
        } catch (error) {
          if (isOver(error)) giveBack(error);
          return note(error);
        }
      }, config);
      giveBack();
      return result;
    } catch (error) {
      giveBack(error);
      throw reason ?? error;
    }
  };
}

/** A connection that tells why a commit failed. */
function notingCommit(client: pg.PoolClient, note: (error: unknown) => never): pg.PoolClient {
  const query = (...asked: [{ text: string }, ...unknown[]]) => {
    const answer: Promise<unknown> = Reflect.apply(client.query, client, asked);
    return asked[0].text === 'commit' ? answer.catch(note) : answer;
  };
  return Object.create(client, { query: { value: query } });
}

/** Sends a transaction to PostgreSQL in one go, by a connection of a pool whose connections are pipelines. */
export function inOneGo(pool: pg.Pool): Send {
  return async (make) => {
    const client = await pool.connect();
    let mayStay = false;
    try {
      const statements = make(drizzle(client));
      // By itself: were it refused, each statement would be a transaction of its own. Nothing is locked yet.
      await client.query('begin');
      const ended = await Promise.allSettled(
        asOnePiece(client, () => [
          ...statements.map((statement) => statement.execute()),
          client.query('commit'),
        ]),
      );
      const failed = ended.find((one) => one.status === 'rejected');
      mayStay = !failed || !isOver(failed.reason);
      if (failed) throw failed.reason;
      return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).slice(0, -1);
    } finally {
      client.release(!mayStay);
    }
  };
}

/**
 * Writes what is sent to the socket as one piece: PostgreSQL begins when it has all of it, and finds nobody writing
 * whom it could not tell why it ends the connection.
 */
function asOnePiece<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as pg.PoolClient & { connection: pg.Connection }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
