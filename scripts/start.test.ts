import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from './lib/free-port.ts';
import { root } from './lib/paths.ts';

// A small stand-in for each server: it answers with its process id and stays until it is told.
const SERVER = (port: string) => `
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((_request, response) => response.end(String(process.pid)));
  for (const reason of ['SIGTERM', 'disconnect']) process.once(reason, () => process.exit());
  server.listen(process.env.${port}, 'localhost', () => process.send({ ready: true }));
`;
// The build as it is, but for what takes long: the bundler and the site's tools.
const BUILD = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { buildIfStale } from './scripts/build/dist.ts';
  const server = async (folder) => {
    mkdirSync(folder);
    writeFileSync(folder + '/main.js', ${JSON.stringify(SERVER('PORT'))});
  };
  writeFileSync(import.meta.dirname + '/build-env', JSON.stringify(process.env));
  await buildIfStale(import.meta.dirname, { site: async (folder) => mkdirSync(folder), server });
`;
const PORTS = ['PORT', 'STRIPE_SANDBOX_PORT', 'MAIL_WEB_PORT', 'MAIL_SMTP_PORT'];

let house: string;
let env: NodeJS.ProcessEnv;
const started: ChildProcess[] = [];

function put(path: string, content: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), content);
}

beforeEach(async () => {
  house = mkdtempSync(join(tmpdir(), 'house-'));
  cpSync(join(root, 'scripts'), join(house, 'scripts'), { recursive: true });
  for (const path of [
    'api/src/env.ts',
    'api/src/env',
    'api/src/db/file-lock.ts',
    'api/package.json',
  ]) {
    cpSync(join(root, path), join(house, path), { recursive: true });
  }
  cpSync(join(root, 'package-lock.json'), join(house, 'package-lock.json'));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const build = 'node --disable-warning=ExperimentalWarning build.mjs';
  put('package.json', JSON.stringify({ type: 'module', scripts: { ...scripts, build } }));
  put('build.mjs', BUILD);
  put('stripe-sandbox/src/main.ts', SERVER('STRIPE_SANDBOX_PORT'));
  put('mail-catcher/src/main.ts', SERVER('MAIL_WEB_PORT'));
  const ports = await Promise.all(PORTS.map(async (name) => [name, String(await freePort())]));
  const { STRIPE_SECRET_KEY: _stripe, SMTP_URL: _smtp, ...rest } = process.env;
  env = {
    ...rest,
    EXAMPLE_PRODUCT: 'false',
    NODE_ENV: 'development',
    DATA_DIR: join(house, 'data'),
    ...Object.fromEntries(ports),
  };
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  await expect.poll(() => anyAnswers(), { timeout: 15_000 }).toBe(false);
  rmSync(house, { recursive: true });
});

/** `npm start`, and what it has printed so far. */
const npmStart = (changes?: NodeJS.ProcessEnv) => run(['npm', 'start'], changes);

/** What `npm start` runs, without npm, which takes as long to begin as all of that. */
const start = (changes?: NodeJS.ProcessEnv) => run(['node', 'scripts/start.mjs'], changes);

function run([program = '', ...args]: string[], changes: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, { cwd: house, env: { ...env, ...changes } });
  started.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      printed += data;
    });
  }
  return {
    child,
    says: (text: string | RegExp) => expect.poll(() => printed, { timeout: 20_000 }).toMatch(text),
    printed: () => printed,
  };
}

const ask = async (name: string): Promise<number> =>
  Number(await (await fetch(`http://localhost:${env[name]}`)).text());
const anyAnswers = async () => {
  const answers = await Promise.allSettled(PORTS.slice(0, 3).map(ask));
  return answers.some(({ status }) => status === 'fulfilled');
};

test('it builds, starts everything and ends with Ready, the address and the demo logins', async () => {
  const { child, says, printed } = npmStart();
  await says(/Ready/);
  const last = printed().trim().split('\n').at(-1);
  expect(last).toMatch(
    /^Ready in \d+\.\d s: http:\/\/localhost:\d+ .*admin@demo\.test.*Demo-1234!$/,
  );
  expect(printed()).toContain('Building');
  expect(printed()).toContain(`http://localhost:${env.MAIL_WEB_PORT}`);
  await Promise.all(PORTS.slice(0, 3).map(ask));
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(await anyAnswers()).toBe(false);
});

test('a second start on the same data is refused with the process and the address', async () => {
  await start().says(/Ready/);
  const second = start();
  expect(await once(second.child, 'exit')).toEqual([1, null]);
  expect(second.printed()).toContain(`Already running on http://localhost:${env.PORT} (process `);
});

test('a taken port is refused with the setting to change', async () => {
  const other = createServer().listen(Number(env.MAIL_WEB_PORT));
  const { child, printed } = start();
  expect(await once(child, 'exit')).toEqual([1, null]);
  other.close();
  expect(printed()).toContain('Set MAIL_WEB_PORT to a free one');
});

test('after npm was killed everything ends, and a start right away takes over', async () => {
  const first = npmStart();
  await first.says(/Ready/);
  const app = await ask('PORT');
  first.child.kill('SIGKILL');
  const second = npmStart();
  await second.says(/Ready/);
  expect(second.printed()).not.toContain('Building');
  expect(await ask('PORT')).not.toBe(app);
});

test('when a server dies the others are stopped, and it says which and why', async () => {
  const { child, says, printed } = start();
  await says(/Ready/);
  process.kill(await ask('STRIPE_SANDBOX_PORT'), 'SIGKILL');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(printed()).toContain('The Stripe sandbox ended on SIGKILL');
  expect(await anyAnswers()).toBe(false);
});

test('with a Stripe key and a mail server no helper is started and no demo login promised', async () => {
  const { says, printed } = start({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_OfThatEndpoint0123456789',
    SMTP_URL: 'smtp://mail.test',
  });
  await says(/Ready/);
  expect(printed()).not.toContain('demo.test');
  await expect(ask('STRIPE_SANDBOX_PORT')).rejects.toThrow();
});

const production = () => ({
  NODE_ENV: 'production',
  APP_URL: 'https://subscriptions.example',
  DATABASE_URL: 'postgres://localhost/product',
  JWT_SECRET: randomBytes(32).toString('base64url'),
  PRODUCT_LOGIN_KEYS: randomBytes(32).toString('base64url'),
  STRIPE_SECRET_KEY: 'sk_live_51OfSomebody0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_OfThatEndpoint0123456789',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'mail@subscriptions.example',
  TRUSTED_PROXIES: 'none',
});

test.each([
  ['in production', { ...production(), TRUSTED_PROXIES: '', DATABASE_URL: 'postgres://a,b/c' }],
  ['in the demo', { TRUSTED_PROXIES: 'none, of them', DATABASE_URL: 'postgres://a,b/c' }],
])('%s wrong settings are named, once, before anything is built', async (_where, settings) => {
  const { child, printed } = start(settings);
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(printed().match(/- DATABASE_URL: must name one host/g)).toHaveLength(1);
  expect(printed().match(/- TRUSTED_PROXIES: must be/g)).toHaveLength(1);
  expect(printed()).not.toContain('Building');
  expect(existsSync(join(house, 'dist'))).toBe(false);
});

test('what keeps the server from starting is told once', async () => {
  const why = 'the database is of another kind';
  const fails = `process.send({ error: '${why}' }, () => process.exit(1));`;
  put('build.mjs', BUILD.replace(JSON.stringify(SERVER('PORT')), JSON.stringify(fails)));
  for (const settings of [production(), {}]) {
    const { child, printed } = start(settings);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(printed().split(why)).toHaveLength(2);
  }
});

test('in production only the API is started, and no secret is made up', async () => {
  const { child } = start(production());
  await expect.poll(() => ask('PORT').catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(0);
  await expect(ask('STRIPE_SANDBOX_PORT')).rejects.toThrow();
  expect(existsSync(join(house, 'data'))).toBe(false);
  expect(readFileSync(join(house, 'build-env'), 'utf8')).not.toMatch(/JWT_SECRET|sk_live|whsec/);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await anyAnswers()).toBe(false);
});

test('secrets are the same at every start', async () => {
  const read = () => readFileSync(join(house, 'data', 'secrets.json'), 'utf8');
  const first = start();
  await first.says(/Ready/);
  const secrets = read();
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  await start().says(/Ready/);
  expect(read()).toBe(secrets);
});
