import pg from 'pg';

/**
 * What nobody waits for any more PostgreSQL itself gives up: else each statement that waits for a lock would
 * keep its connection there while another one is opened here. And a process that stands still holds no
 * row for longer than that.
 */
const limits = "set statement_timeout = '5s'; set idle_in_transaction_session_timeout = '30s'";

/**
 * Connections to a PostgreSQL, of which one that breaks is replaced.
 * @param options.pipeline what is asked before the last answer has come goes out at once (`at-once.ts`)
 */
export function openPool(
  url: string,
  { max, connectMs, pipeline = false }: { max: number; connectMs: number; pipeline?: boolean },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: 4_500,
    keepAlive: true,
    pipeline,
    // Not as parameters of the connection, which a pgbouncer between would refuse.
    onConnect: async (client) => void (await client.query(limits)),
  });
  // Without listeners a connection that breaks would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
