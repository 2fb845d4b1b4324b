import Fastify from 'fastify';
import pg from 'pg';

/** A bare Fastify handler with one indexed query, by the means of the driver alone. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const app = Fastify();
app.get<{ Params: { id: string } }>('/:id', async ({ params }) => {
  const { rows } = await pool.query(
    `select * from product_access a join users u on u.id = a.user_id
     where a.user_id = $1 and a.product = 'portfolio'`,
    [params.id],
  );
  const [row] = rows;
  return {
    success: true,
    message: '',
    data: {
      user: {
        id: row.user_id,
        email: row.email,
        email_verified: row.email_verified_at !== null,
        first_name: row.first_name,
        last_name: row.last_name,
      },
      has_access: row.has_access,
      since: row.since,
      until: row.until,
      reason: row.reason,
      version: row.version,
    },
  };
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
