import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startSandbox } from 'stripe-sandbox';
import { createClient } from '../../../../api/src/testing/client.ts';
import { usualPorts } from '../lanes.ts';
import { inLetters } from '../lives.ts';
import type { Outcome } from '../row.ts';
import { todaysPrograms } from '../servers.ts';
import { password } from '../stage.ts';

/** The headers of who comes through a proxy, from an address by number. */
const from = (n: number) => ({ 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });

/** One process on PGlite, killed again and again while people sign up; each who was told so must be there. */
export async function killPglite(count: number): Promise<Outcome> {
  const sandbox = await startSandbox();
  const folder = await todaysPrograms();
  const data = mkdtempSync(join(tmpdir(), 'pglite-'));
  const [port] = usualPorts;
  const url = `http://127.0.0.1:${port}`;
  const client = createClient(url);
  const told: string[] = [];
  const wrong: string[] = [];
  let people = 0;
  /** What it logs are the errors. */
  let log = '';
  const start = () => {
    const child = spawn(process.execPath, [join(folder, 'server.js')], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(port),
        APP_URL: url,
        DATA_DIR: data,
        WEB_DIR: data,
        JWT_SECRET: Buffer.alloc(32, 5).toString('base64url'),
        STRIPE_WEBHOOK_SECRET: 'whsec_faults_0123456789abcdef',
        STRIPE_API_URL: sandbox.url,
        DEMO: 'true',
        DEMO_HISTORY: 'false',
        SMTP_URL: 'smtp://127.0.0.1:1',
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (part) => (log += part));
    return child;
  };
  const untilUp = async (): Promise<void> => {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      if (answer?.status === 200) return;
      await setTimeout(50);
    }
    throw new Error('PGlite did not come back');
  };
  /** From an address of its own, as few may sign up from one. */
  const joinOnce = async (): Promise<boolean> => {
    people += 1;
    const email = `lite.${inLetters(people)}@faults.test`;
    const person = { email, password, first_name: 'Lowri', last_name: 'Vane', role: 'user' };
    const answer = await client.post('/register', person, from(people)).catch(() => null);
    if (answer?.status === 201) told.push(email);
    else if (answer && answer.status !== 503)
      wrong.push(`sign-up: ${answer.status} ${log.slice(-1_000)}`);
    return answer !== null;
  };
  /** Goes on until the process does not answer any more. */
  const joinAgainAndAgain = async (): Promise<void> => {
    while (await joinOnce());
  };
  let server = start();
  try {
    await untilUp();
    const second = start();
    let said = '';
    second.stderr?.on('data', (part) => (said += part));
    const [code] = await once(second, 'exit');
    if (code === 0 || !said.includes('is in use by process'))
      wrong.push(`second opener: ${code} ${said}`);
    for (let n = 0; n < count; n += 1) {
      const before = told.length;
      const joining = Promise.all([joinAgainAndAgain(), joinAgainAndAgain(), joinAgainAndAgain()]);
      for (let tries = 0; told.length === before && tries < 600; tries += 1) await setTimeout(10);
      await setTimeout(Math.random() * 600);
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await Promise.all([joining, ended]);
      server = start();
      await untilUp();
    }
    const lost: string[] = [];
    for (const [n, email] of told.entries()) {
      const { status } = await client.post('/login', { email, password }, from(n));
      if (status !== 200) lost.push(email);
    }
    const done = `${count} times the one process killed while three sign up again and again; a second one on the same data ends with a line that says why`;
    return {
      done,
      acknowledged: told.length,
      lost,
      doubled: [],
      wrong,
      refused: 0,
      cut: 0,
      seconds: undefined,
    };
  } finally {
    server.kill('SIGKILL');
    await sandbox.close();
    rmSync(data, { recursive: true, force: true });
  }
}
