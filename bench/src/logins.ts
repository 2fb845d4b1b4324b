import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { hashPassword, passwordMatches } from '../../api/src/features/accounts/password.ts';
import { appUrl, startApp } from './lib/app.ts';
import { startMailSink } from './lib/mail-sink.ts';
import { median } from './lib/median.ts';
import { postInLanes } from './lib/post-in-lanes.ts';
import type { Running } from './lib/program.ts';
import type { Row } from './report.ts';

const password = 'Retina-2026';
/** The same at the least cost that there is. */
const cheapHash =
  '$argon2id$v=19$m=8,t=1,p=1$uyTXOUIgueLFct7VmejPHQ$iybJE8FTE7q7jaF2tyWPllaLDa+gJVvJi636VzKJzus';
const accounts = 200;
/** For so long others are waited for. */
const seconds = 10;
const rounds = 5;

/** Sign-ins: how many, what they cost others, and whether their time tells who has an account. */
export async function benchLogins(databaseUrl: string): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const mails = await startMailSink();
  const settings = { databaseUrl, dataDir, trustedProxies: '127.0.0.1', smtpUrl: mails.url };
  const app = await startApp(settings);
  try {
    await addAccounts(databaseUrl);
    const marks = await signInOnce('login');
    await warmUp();
    const known = await perSecond(app, 'from devices that are known', marks);
    const fresh = await perSecond(app, 'from new devices, each told by mail', []);
    return [known, fresh, await costToOthers(marks), await timeTold()];
  } finally {
    await app.stop();
    mails.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function addAccounts(databaseUrl: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(
    `insert into users (id, email, first_name, last_name, password_hash, role)
     select gen_random_uuid(), name || n || '@bench.test', 'Login', 'Bench', hash, 'user'
     from (values ('login', $1), ('warm', $2)) as kinds (name, hash), generate_series(1, $3::int) n`,
    [await hashPassword(password), cheapHash, accounts],
  );
  await database.end();
}

const body = (email: string, secret: string, device?: string) =>
  JSON.stringify({ email, password: secret, device });
const emailOf = (account: number, kind: 'login' | 'warm' = 'login') =>
  `${kind}${account}@bench.test`;
const json = { 'content-type': 'application/json' };

const connections = 8;

/** Everybody's first login, and the marks that their devices keep from it. */
async function signInOnce(kind: 'login' | 'warm'): Promise<string[]> {
  const marks: string[] = [];
  for (let account = 1; account <= accounts; account += 1) {
    const answer = await fetch(`${appUrl}/api/login`, {
      ...{ method: 'POST', headers: json, body: body(emailOf(account, kind), password) },
    });
    const { data } = (await answer.json()) as { data: { device: string } };
    marks[account] = data.device;
  }
  return marks;
}

/** Has everybody sign in once, each connection with accounts of its own; answers how many did in a second. */
async function logInAll(marks: string[], kind: 'login' | 'warm' = 'login'): Promise<number> {
  const lanes = Array.from({ length: connections }, (_, lane) =>
    Array.from({ length: accounts / connections }, (_, n) => {
      const account = 1 + lane + n * connections;
      return body(emailOf(account, kind), password, marks[account]);
    }),
  );
  return accounts / (await postInLanes(`${appUrl}/api/login`, lanes));
}

/** Some thousand sign-ins that cost no hash: in the first of them V8 compiles what they use. */
async function warmUp(): Promise<void> {
  const marks = await signInOnce('warm');
  for (let round = 0; round < 10; round += 1) await logInAll(marks, 'warm');
}

async function perSecond(app: Running, from: string, marks: string[]): Promise<Row> {
  const pairs: { ours: number; bare: number }[] = [];
  await logInAll(marks);
  for (let round = 0; round < rounds; round += 1) {
    const ours = await logInAll(marks);
    // Alone: what the server does without anybody is no part of it.
    app.child.kill('SIGSTOP');
    pairs.push({ ours, bare: await bareHashes() });
    app.child.kill('SIGCONT');
  }
  return {
    what: `sign-ins per second ${from}, beside argon2 alone on all cores`,
    figure: median(pairs.map(({ ours }) => ours)).toFixed(1),
    bare: median(pairs.map(({ bare }) => bare)).toFixed(1),
    ratio: median(pairs.map(({ ours, bare }) => ours / bare)).toFixed(2),
  };
}

/**
 * As many hashes as there were sign-ins, from the first one's beginning to the last one's end as well, at the priority
 * that the server gives its hashing, so that what else the machine does costs both alike.
 */
async function bareHashes(): Promise<number> {
  const stored = await hashPassword(password);
  const began = performance.now();
  let left = accounts;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await passwordMatches(password, stored);
    }
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, lane));
  return accounts / ((performance.now() - began) / 1000);
}

async function costToOthers(marks: string[]): Promise<Row> {
  // In a thread of its own, so that what sends the sign-ins does not hold up who waits for the plans.
  const plans = () =>
    autocannon({
      ...{ url: `${appUrl}/api/plans`, connections: 2, overallRate: 200 },
      ...{ duration: seconds, workers: 1 },
    });
  const pairs: { quiet: number; busy: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = (await plans()).latency.p99;
    let isOver = false;
    const signIns = async () => {
      while (!isOver) await logInAll(marks);
    };
    const waiting = async () => {
      const { latency } = await plans();
      isOver = true;
      return latency.p99;
    };
    const [busy] = await Promise.all([waiting(), signIns()]);
    pairs.push({ quiet, busy });
  }
  return {
    what: 'p99 of `GET /api/plans` while sign-ins run at that limit, beside without (ms)',
    figure: median(pairs.map(({ busy }) => busy)).toFixed(0),
    bare: median(pairs.map(({ quiet }) => quiet)).toFixed(0),
    ratio: median(pairs.map(({ busy, quiet }) => busy / quiet)).toFixed(1),
  };
}

/**
 * One try after the other, in pairs whose order changes, each with an e-mail and an address of its own so that
 * no limit is met: a machine whose speed drifts does not decide.
 */
async function timeTold(): Promise<Row> {
  const pairs: { wrong: number; unknown: number }[] = [];
  let tried = 0;
  const attempt = async (email: string): Promise<number> => {
    tried += 1;
    const address = `198.18.${tried >> 8}.${tried & 255}`;
    const began = performance.now();
    const answer = await fetch(`${appUrl}/api/login`, {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': address },
      body: body(email, 'Not-this-1'),
    });
    await answer.arrayBuffer();
    if (answer.status !== 401) throw new Error(`expected a refusal, got ${answer.status}`);
    return performance.now() - began;
  };
  for (let n = 1; n <= accounts; n += 1) {
    const known = () => attempt(emailOf(n));
    const nobody = () => attempt(`nobody${n}@bench.test`);
    if (n % 2 === 0) pairs.push({ wrong: await known(), unknown: await nobody() });
    else pairs.push({ unknown: await nobody(), wrong: await known() });
  }
  const apart = Math.abs(median(pairs.map(({ wrong, unknown }) => wrong - unknown)));
  return {
    what: 'median time of a wrong password, beside an unknown e-mail, 200 tries each (ms)',
    figure: median(pairs.map(({ wrong }) => wrong)).toFixed(1),
    bare: median(pairs.map(({ unknown }) => unknown)).toFixed(1),
    ratio: `${apart.toFixed(1)} ms apart`,
  };
}
