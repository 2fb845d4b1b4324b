import Fastify from 'fastify';
import pg from 'pg';

/** A bare Fastify handler that stores one row for each event, by the means of the driver alone. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  'create table if not exists bare_events (id text primary key, type text not null, at timestamptz not null)',
);

const app = Fastify();
app.get('/', async () => ({ ready: true }));
app.post('/', async (request) => {
  const { id, type, created } = request.body as { id: string; type: string; created: number };
  await pool.query(
    'insert into bare_events (id, type, at) values ($1, $2, $3) on conflict do nothing',
    [id, type, new Date(created * 1_000)],
  );
  return { received: true };
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
