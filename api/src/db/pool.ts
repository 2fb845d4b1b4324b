import pg from 'pg';

/** Connections to a PostgreSQL, of which one that breaks is replaced. */
export function openPool(
  url: string,
  { max, connectMs }: { max: number; connectMs: number },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: 4_500,
    keepAlive: true,
  });
  // Without listeners a connection that breaks would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
