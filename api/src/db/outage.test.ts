import { isNull, sql } from 'drizzle-orm';
import { startMailCatcher } from 'mail-catcher';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { type Client, person } from '../testing/client.ts';
import { arrived } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { deliverBody, eventBody, signBody } from '../testing/stripe-events.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import { openDatabase } from './open.ts';
import { outgoingEmails } from './schema.ts';
import { openWhenThere } from './when-there.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let network: TcpProxy;
let mailbox: Awaited<ReturnType<typeof startMailCatcher>>;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(postgres.url);
  network = await startTcpProxy(Number(url.port));
  url.port = String(network.port);
  mailbox = await startMailCatcher({ webPort: 0, smtpPort: 0 });
  server = await startTestServer({ SMTP_URL: mailbox.smtpUrl }, () =>
    openDatabase({ url: url.href, dataDirectory: '' }),
  );
  ({ client } = await server.client.signUp());
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
  await network.close();
  await postgres.stop();
});

const ready = async () => (await fetch(`${server.url}/readyz`)).status;
/** A transaction that the network fails as it begins; its connection must come back all the same. */
const begin = () => server.services.db.transaction(async () => 200).catch(() => 503);
/** A transaction that has begun when the network fails. */
function transactionAfter(moment: Promise<void>) {
  let hasBegun = false;
  const status = server.services.db
    .transaction(async (transaction) => {
      hasBegun = true;
      await moment;
      await transaction.execute(sql`select 1`);
      return 200;
    })
    .catch(() => 503);
  return { begun: () => hasBegun, status };
}
/** Each is sent two mails: a welcome, and the link to confirm the e-mail. */
const signUp = () => server.client.post('/register', person());
const webhook = () => {
  const payload = eventBody({ type: 'price.created', data: { object: { object: 'price' } } });
  return deliverBody(server, payload, signBody(server, payload));
};

it.each([
  ['is cut', 'cut', 32],
  ['swallows everything', 'freeze', 62],
] as const)(
  'a database behind a network that %s is told within 5 s, and all recovers by itself',
  async (_what, fault, mails) => {
    expect(await ready()).toBe(200);
    // A mail that is out and not yet noted as such when the network fails goes out again.
    await expect.poll(mailsUnsent, { timeout: 20_000 }).toBe(0);
    // More at once than there are connections, with and without transactions.
    const underWay = Promise.withResolvers<void>();
    const interrupted = transactionAfter(underWay.promise);
    await expect.poll(interrupted.begun).toBe(true);
    network[fault]();
    const began = performance.now();
    underWay.resolve();
    const refused = await Promise.all([
      interrupted.status,
      ready(),
      ...Array.from({ length: 10 }, begin),
      ...Array.from({ length: 3 }, () => client.get('/user').then(({ status }) => status)),
      ...Array.from({ length: 12 }, () => signUp().then(({ status }) => status)),
      ...Array.from({ length: 12 }, () => webhook().then(({ status }) => status)),
    ]);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(refused).toEqual(Array(39).fill(503));
    const reply = await client.get('/user');
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(reply.body).toEqual({
      success: false,
      message: 'Server error. Please try again later.',
      error: 'Server error. Please try again later.',
      data: null,
    });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    network.mend();
    await expect.poll(ready, { timeout: 10_000 }).toBe(200);
    expect((await client.get('/user')).status).toBe(200);
    const all = await Promise.all(Array.from({ length: 15 }, signUp));
    expect(all.map(({ status }) => status)).toEqual(Array(15).fill(201));
    const events = await Promise.all(Array.from({ length: 12 }, webhook));
    expect(events.map(({ status }) => status)).toEqual(Array(12).fill(200));
    await expect.poll(mailsSent, { timeout: 20_000 }).toBe(mails);
  },
);

it('a database that goes without a word, and is another one at the same address, is used by the jobs within half a minute', async () => {
  await expect.poll(mailsUnsent, { timeout: 20_000 }).toBe(0);
  const before = await mailsSent();
  network.lose();
  const began = performance.now();
  // Requests are told so and find the new one.
  await expect.poll(async () => (await signUp()).status, { timeout: 20_000 }).toBe(201);
  await expect.poll(mailsUnsent, { timeout: 60_000 }).toBe(0);
  await expect.poll(mailsSent, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 2);
  expect(performance.now() - began).toBeLessThan(45_000);
});

it('what waited for a lock until its caller had given up does not stay at the database (product O622)', async () => {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query('begin; lock table users in access exclusive mode');
  const asked = Array.from({ length: 8 }, () => client.get('/user').then(({ status }) => status));
  expect(new Set(await Promise.all(asked))).toEqual(new Set([503]));
  const waiting = async () =>
    (await holder.query("select pid from pg_stat_activity where wait_event_type = 'Lock'"))
      .rowCount;
  await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
  await holder.end();
  expect((await client.get('/user')).status).toBe(200);
});

const mailsUnsent = () => server.services.db.$count(outgoingEmails, isNull(outgoingEmails.sentAt));

const mailsSent = async () => (await arrived(mailbox)).length;

it('a start before the database waits for it, says so, and gives up with a line that says where', async () => {
  const url = new URL(postgres.url);
  url.port = String(network.port);
  const settings = { url: url.href, dataDirectory: '' };
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  network.cut();
  const place = `localhost:${network.port}`.replace('localhost', url.hostname);
  await expect(openWhenThere(settings, say, 100)).rejects.toThrow(
    `There is no database at ${place} after 0 s`,
  );
  const opened = openWhenThere(settings, say);
  await expect.poll(() => said.length).toBe(2);
  network.mend();
  await (await opened).close();
  expect([...new Set(said)]).toHaveLength(1);
  expect(said[0]).toContain(`Waiting for the database at ${place}: `);
  // A wrong name is no start that is under way.
  url.pathname = '/nowhere';
  await expect(openWhenThere({ ...settings, url: url.href }, say)).rejects.toThrow();
  // By a socket there is no host to name.
  const socket = { ...settings, url: 'postgres://nobody@/product?host=%2Fnowhere' };
  await expect(openWhenThere(socket, () => {}, 100)).rejects.toThrow('There is no database at');
});
