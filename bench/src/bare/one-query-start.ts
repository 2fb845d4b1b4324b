import Fastify from 'fastify';
import pg from 'pg';

/** The least that can say it is ready: Fastify, the driver, and one query. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const app = Fastify();
app.get('/readyz', async () => {
  await pool.query('select 1');
  return { status: 'ok' };
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
