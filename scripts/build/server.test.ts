import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from './server.ts';

const secret = 'whsec_test_0123456789abcdef';
/** Whoever may do everything would write into a read-only folder all the same. */
const stranger = process.getuid?.() === 0 && mayRunNode(65_534) ? { uid: 65_534 } : {};

function mayRunNode(uid: number): boolean {
  return spawnSync(process.execPath, ['--version'], { uid }).status === 0;
}

let folder: string;
let server: ChildProcess;
let url: string;
let logged = '';

/** The real build, started away from the sources by somebody who may not write there. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'built-'));
  mkdirSync(join(folder, 'site'));
  const built = join(folder, 'server');
  await buildServer(built);
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
  server = spawn(process.execPath, [join(built, 'main.js')], {
    ...stranger,
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: 'memory://',
      WEB_DIR: join(folder, 'site'),
      JWT_SECRET: Buffer.alloc(32, 3).toString('base64url'),
      STRIPE_API_URL: 'http://127.0.0.1:9',
      STRIPE_WEBHOOK_SECRET: secret,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  server.stdout?.on('data', (chunk) => {
    logged += chunk;
  });
  const [report] = (await once(server, 'message')) as [{ url: string }];
  ({ url } = report);
});
afterAll(async () => {
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true });
});

test('it answers, with everything that it loads when it is first needed', async () => {
  const answers = await Promise.all(
    ['/readyz', '/api/plans', '/api/openapi.json', '/api/docs', '/api/docs/static/logo.svg'].map(
      async (path) => (await fetch(url + path)).status,
    ),
  );
  expect(answers).toEqual([200, 200, 200, 200, 200]);
  const body = JSON.stringify({
    email: 'a@hospital.test',
    password: 'Password1',
    first_name: 'Ada',
    last_name: 'Bell',
  });
  const headers = { 'content-type': 'application/json' };
  const refused = await fetch(`${url}/api/register`, { method: 'POST', headers, body });
  expect(JSON.stringify(await refused.json())).toContain('one of the most common');
});

test('stack traces in its log name the sources', async () => {
  const charge = { object: 'dispute', id: 'dp_1', charge: 'ch_1' };
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'x',
    created: Math.floor(Date.now() / 1000),
    data: { object: charge },
  });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  const { status } = await fetch(`${url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': `t=${time},v1=${signature}` },
    body: payload,
  });
  // The payment service that is asked for the charge cannot be reached.
  expect(status).toBe(503);
  await expect.poll(() => logged).toContain('request refused');
  expect(logged).toMatch(/at \S+ \(api\/src\/features\/\S+\.ts:\d+:\d+\)/);
  expect(logged).not.toContain(folder);
});
