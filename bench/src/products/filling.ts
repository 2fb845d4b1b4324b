import { setTimeout as wait } from 'node:timers/promises';
import { products } from 'contract/catalogue';
import pg from 'pg';
import { openDatabase } from '../../../api/src/db/open.ts';
import type { Row } from '../report.ts';

const eachMs = 10;

/** A first start, and how long people wait meanwhile who subscribe to something else. */
export async function benchFilling(url: string, holders: number): Promise<Row[]> {
  const subscribing = subscribeAllTheTime(url);
  const began = performance.now();
  await (await openDatabase({ url, dataDirectory: '' })).close();
  const filled = (performance.now() - began) / 1_000;
  const waits = (await subscribing.stop()).toSorted((a, b) => a - b);
  const at = (share: number) => (waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(0);
  return [
    {
      what: `a first start fills the access of ${holders} people`,
      figure: `${filled.toFixed(1)} s`,
    },
    {
      what: `${waits.length} who subscribed meanwhile waited: median, p99 and longest`,
      figure: `${at(0.5)}, ${at(0.99)} and ${at(1)} ms`,
    },
  ];
}

/** Somebody new after another; answers how many milliseconds each of them waited. */
function subscribeAllTheTime(url: string): { stop(): Promise<number[]> } {
  const waits: number[] = [];
  let isStopped = false;
  const run = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (!isStopped) {
      const began = performance.now();
      await subscribe(client, `meanwhile${waits.length}@bench.test`);
      waits.push(performance.now() - began);
      await wait(eachMs);
    }
    await client.end();
    return waits;
  };
  const running = run();
  return {
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

async function subscribe(client: pg.Client, email: string): Promise<void> {
  const product = products.find(({ key }) => key === 'cataract');
  await client.query(
    `with joined as (
       insert into users (id, email, email_key, first_name, last_name, password_hash, role)
       values (gen_random_uuid(), $1, $1, 'Zoë', 'Nair', '-', 'user') returning id
     )
     insert into subscriptions (id, user_id, stripe_id, stripe_status, product_id, plan_id, cycle,
       amount, status, has_access, payment_problem, cancel_at_period_end, started_at, period_end)
     select gen_random_uuid(), id, 'sub_' || id, 'active', $2, $3, 'monthly', 100, 'active', true, false,
       false, now(), now() + interval '20 days'
     from joined`,
    [email, product?.id, product?.monthly.id],
  );
}
