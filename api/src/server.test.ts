import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, person } from './testing/client.ts';
import { programPath } from './testing/programs.ts';
import { type MoodySmtp, startMoodySmtp } from './testing/smtp.ts';

let dataDirectory: string;
let smtp: MoodySmtp;
let child: ChildProcess;
let url: string;
/** All that the log says. */
let said: Promise<string>;

/** The server as it runs, in a process of its own and on PGlite. */
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'server-'));
  smtp = await startMoodySmtp();
  smtp.mood = 'silent';
  child = spawn(process.execPath, [await programPath('server')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: '',
      DATA_DIR: dataDirectory,
      WEB_DIR: dataDirectory,
      JWT_SECRET: Buffer.alloc(32, 3).toString('base64url'),
      STRIPE_SECRET_KEY: 'sk_test_suite',
      STRIPE_API_URL: 'http://127.0.0.1:9',
      STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
      SMTP_URL: smtp.url,
      LOG_LEVEL: 'error',
      STOP_DELAY_SECONDS: '2',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  said = text(child.stdout as Readable);
  const [started] = (await once(child, 'message')) as [{ url: string }];
  ({ url } = started);
});
afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await smtp.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** What does not come at all is named so: otherwise the test would end after its time, and not say for what it waited. */
const longestMs = 20_000;

const statusOf = async (path: string) =>
  (await fetch(url + path, { signal: AbortSignal.timeout(longestMs) })).status;

async function connection(): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  // A server that ends may reset what it has not answered.
  socket.on('error', () => {});
  socket.setTimeout(longestMs, () => socket.destroy(new Error('Nothing comes from the server')));
  return socket;
}

it.runIf(process.platform === 'linux')(
  'hashing gives way to requests, and keeps no threads that rest',
  async () => {
    expect((await createClient(url).post('/login', person())).status).toBe(401);
    const tasks = `/proc/${child.pid}/task`;
    const threads = async () => {
      const priorities: Record<string, number> = {};
      for (const id of await readdir(tasks)) {
        const name = (await readFile(`${tasks}/${id}/comm`, 'utf8')).trim();
        priorities[name] = getPriority(Number(id));
      }
      return priorities;
    };
    const priorities = await threads();
    const ours = getPriority();
    const below = Math.min(ours + 10, 19);
    expect(priorities).toMatchObject({ MainThread: ours, 'libuv-worker': ours, hashing: below });
    await expect.poll(threads, { timeout: 20_000 }).not.toHaveProperty('hashing');
  },
);

it.runIf(process.platform === 'linux')(
  'V8 compiles no function of PGlite twice, which takes hundreds of megabytes, and seconds of whoever ends',
  async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const [most] = /(?<=^VmHWM:\s+)\d+(?= kB$)/m.exec(status) ?? [];
    expect(Number(most)).toBeLessThan(900_000);
  },
);

it.skipIf(process.platform === 'win32')('the data can be read by nobody else', async () => {
  expect((await stat(`${dataDirectory}/pglite`)).mode & 0o777).toBe(0o700);
});

it('told to stop, it finishes what it began, takes nothing new, gives its jobs back, and leaves the hourly sweep planned', async () => {
  const someone = person();
  await createClient(url).newUser(someone);
  // The welcome and the link to confirm the email are being sent when the end comes.
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(2);

  // A call without a password: hashing one may take longer than a stop, on a machine with other work.
  const body = JSON.stringify({ email: 'nobody@hospital.test' });
  const head = `POST /api/reset-password HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const half = await connection();
  half.write(`${head}Connection: close\r\n\r\n${body.slice(0, 10)}`);
  const held = await connection();
  held.write(`${head}\r\n${body.slice(0, 10)}`);
  // A browser opens some in advance and says nothing on them.
  await connection();
  // Once a later request is answered, the earlier ones have begun.
  const later = await connection();
  later.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(later, 'data');

  const began = performance.now();
  child.kill('SIGTERM');
  // Whoever spreads the requests hears of it first; who comes meanwhile is served.
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await statusOf('/api/plans')).toBe(200);
  await expect
    .poll(
      () =>
        connection().then(
          () => true,
          () => false,
        ),
      { timeout: 8_000 },
    )
    .toBe(false);
  half.write(body.slice(10));
  expect(await text(half)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"success":true/);
  // In one piece: a connection on which nothing is left to do is closed at once.
  held.write(`${body.slice(10)}GET /api/plans HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [refused = ''] =
    /(?<=^HTTP\/1\.1 200 [\s\S]*)HTTP\/1\.1 503 [\s\S]*/.exec(await text(held)) ?? [];
  expect(refused).toMatch(/^retry-after: 5\r$/im);
  expect(refused).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
  expect(refused).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
  expect(refused).toContain('The server is being restarted. Please try again in a few seconds.');

  const end = () => child.exitCode ?? child.signalCode;
  await expect.poll(end, { timeout: longestMs }).toBe(0);
  expect(performance.now() - began).toBeLessThan(11_000);
  // Whoever watches the log is alarmed by nothing.
  expect(await said).not.toContain('stopping after an error');

  const database = await PGlite.create(`${dataDirectory}/pglite`);
  const { rows } = await database.query(
    "select name, state from pgboss.job where name in ('send-email', 'send-verification') order by name",
  );
  const known = await database.query('select email, role from users');
  const hourly = await database.query("select cron from pgboss.schedule where name = 'reconcile'");
  await database.close();
  expect(rows).toEqual([
    { name: 'send-email', state: 'retry' },
    { name: 'send-verification', state: 'retry' },
  ]);
  // Outside the demo nobody is there unless signed up, and no admin at all.
  expect(known.rows).toEqual([{ email: someone.email, role: 'user' }]);
  expect(hourly.rows).toEqual([{ cron: '0 * * * *' }]);
});
