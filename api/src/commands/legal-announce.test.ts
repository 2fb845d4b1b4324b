import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalChanges } from '../db/schema.ts';
import { addressOf } from '../testing/database.ts';
import { mailsTo } from '../testing/mails.ts';
import { programPath, runProgram } from '../testing/programs.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const run = promisify(execFile);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const says = 'We now answer within a day.';
const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

function announce(settings: NodeJS.ProcessEnv, ...args: string[]) {
  const { JWT_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = server.services.env;
  const known = { JWT_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, NODE_ENV: '' };
  return runProgram('legal-announce', args, { ...known, ...settings });
}

it('announces by the server that runs, or by the database that both are told of, each once', async () => {
  const { user } = await server.client.newUser();
  const running = { DATABASE_URL: '', PORT: new URL(server.url).port };
  const outside = { DATABASE_URL: await addressOf(server.services.db) };
  const { stdout } = await announce(running, 'terms', day, says);
  expect(stdout).toBe(`Announced: in force on ${day}. The mails go out now.\n`);
  expect((await announce(outside, 'privacy', day, says)).stdout).toBe(stdout);
  await expect.poll(() => mailsTo(server, user.email), { timeout: 15_000 }).toHaveLength(2);
  for (const settings of [running, outside]) {
    await expect(announce(settings, 'terms', day, says)).rejects.toMatchObject({
      ...{ code: 1, stderr: 'This version has been announced already.\n' },
    });
  }
  await expect(announce(running, 'terms', '2026-01-01', says)).rejects.toMatchObject({
    stderr: expect.stringMatching(/^The notice is 30 days: name \d{4}-\d\d-\d\d or later\.\n$/),
  });
  await expect(announce(running, 'cookies', day, says)).rejects.toMatchObject({
    stderr: expect.stringMatching(/^Usage: npm run legal:announce/),
  });
  expect(await server.services.db.$count(legalChanges)).toBe(2);
});

it('says where it looked for the secret, and what to do, where no server was ever started', async () => {
  const env = { ...process.env, DATABASE_URL: '', JWT_SECRET: '', DATA_DIR: undefined };
  const command = [await programPath('legal-announce'), 'terms', day, says];
  const cwd = await mkdtemp(join(tmpdir(), 'no-server-'));
  await expect(run(process.execPath, command, { env, cwd })).rejects.toMatchObject({
    stderr: '.data/secrets.json is not there. Start the server first: npm start\n',
  });
  await rm(cwd, { recursive: true });
});

it('is told by nobody else', async () => {
  // A session's token is signed with the same secret, for something else.
  const { token } = await server.client.newUser();
  for (const proof of ['nothing', token]) {
    const reply = await fetch(`${server.url}/api/operator/legal-announce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${proof}` },
      body: JSON.stringify({ kind: 'terms', inForceOn: day, says }),
    });
    expect(reply.status).toBe(401);
  }
});
