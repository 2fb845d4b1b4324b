import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Row } from '../report.ts';

/** Changes in one transaction, as after an outage; and changes one by one, so many a second. */
const atOnce = 20_000;
const single = 1_000;
const perSecond = 50;

interface Admin {
  api: string;
  admin: Record<string, string>;
}

/**
 * How fast changes reach a receiver that answers at once, while the product's other one never
 * answers: of many at once how many a second, and of one after the other how long from its commit.
 */
export async function benchDeliveries(database: pg.Pool, by: Admin): Promise<Row[]> {
  const arrived = new Map<string, number>();
  const answering = await listen((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const { data } = JSON.parse(Buffer.concat(parts).toString());
        arrived.set(`${data.user.id} ${data.version}`, performance.now());
        response.writeHead(204).end();
      });
  });
  const hanging = await listen(() => {});
  for (const { url } of [answering, hanging]) await tellAt(by, url);
  try {
    const all = await changeMany(database);
    const began = performance.now();
    await until(() => arrived.size >= all);
    const rate = all / ((Math.max(...arrived.values()) - began) / 1_000);
    const lags = await changeSingly(database, arrived);
    const at = (share: number) => (lags[Math.floor(lags.length * share)] ?? 0).toFixed(0);
    return [
      {
        what: `deliveries per second of ${all} changes in one transaction`,
        figure: rate.toFixed(0),
      },
      {
        what: `from the commit to the receiver, ${perSecond} changes a second, median and p99`,
        figure: `${at(0.5)} and ${at(0.99)} ms`,
      },
    ];
  } finally {
    answering.close();
    hanging.close();
  }
}

async function listen(answer: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/hooks`, close };
}

async function tellAt({ api, admin }: Admin, url: string): Promise<void> {
  const answer = await fetch(`${api}/admin/products/portfolio/endpoints`, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
}

async function changeMany(database: pg.Pool): Promise<number> {
  const { rowCount } = await database.query(
    `update users set last_name = 'Shah'
     where id in (select user_id from product_access where product = 'portfolio'
       order by user_id limit $1)`,
    [atOnce],
  );
  return rowCount ?? 0;
}

/** Milliseconds from each commit to the arrival, the shortest first. */
async function changeSingly(database: pg.Pool, arrived: Map<string, number>): Promise<number[]> {
  const { rows } = await database.query<{ id: string; version: number }>(
    `select user_id as id, version + 1 as version from product_access where product = 'portfolio'
     order by user_id desc limit $1`,
    [single],
  );
  const committed: [key: string, at: number][] = [];
  for (const { id, version } of rows) {
    const next = performance.now() + 1_000 / perSecond;
    await database.query(`update users set last_name = 'Osei' where id = $1`, [id]);
    committed.push([`${id} ${version}`, performance.now()]);
    await wait(Math.max(0, next - performance.now()));
  }
  await until(() => committed.every(([key]) => arrived.has(key)));
  return committed.map(([key, at]) => (arrived.get(key) ?? 0) - at).toSorted((a, b) => a - b);
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 300_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error('Not everything has arrived in five minutes');
    await wait(20);
  }
}
