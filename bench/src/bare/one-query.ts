import Fastify from 'fastify';
import pg from 'pg';

/** A bare Fastify handler with one indexed query, by the means of the driver alone. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const userId = process.env.USER_ID;

const app = Fastify();
app.get('/', async () => {
  const { rows } = await pool.query(
    'select * from subscriptions where user_id = $1 order by has_access desc, started_at desc, id',
    [userId],
  );
  return {
    success: true,
    message: '',
    subscriptions: rows.map((row) => ({
      id: row.id,
      product_name: 'Portfolio Builder',
      plan_name: 'Yearly',
      status: row.status,
      trial_end_date: row.trial_end,
      current_period_end: row.period_end,
      price: row.amount / 100,
      billing_cycle: row.cycle,
      cancel_at_period_end: row.cancel_at_period_end,
      payment_problem: row.payment_problem,
      login_urls: [{ name: 'Portfolio Builder', url: 'https://portfolio.example/login' }],
    })),
  };
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
