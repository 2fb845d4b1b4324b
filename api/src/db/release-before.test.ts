import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { type Client, createClient } from '../testing/client.ts';
import { addressOf } from '../testing/database.ts';
import { lastRelease, releaseTree } from '../testing/last-release.ts';
import { bundleOf } from '../testing/programs.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { subscribe } from '../testing/subscriber.ts';

const root = join(import.meta.dirname, '../../..');
const tree = releaseTree();
let folder: string;
let server: TestServer;
let before: ChildProcess;
let client: Client;

/** Whether this is a clone with all that was ever committed, which has the release. */
function isWholeHistory(): boolean {
  const git = (...args: string[]) =>
    execFileSync('git', ['rev-parse', ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  try {
    const isOurs = realpathSync(git('--show-toplevel').trim()) === realpathSync(root);
    return isOurs && git('--is-shallow-repository').trim() === 'false';
  } catch {
    return false;
  }
}

// In a shallow clone, or files without a history, there is no release to be tried.
if (!tree) {
  it('THE RELEASE BEFORE WAS NOT TRIED, this history does not have it: only what its tables have lost since was looked at', async () => {
    process.stderr.write('Fetch the whole history to have the release before tried.\n');
    expect(isWholeHistory()).toBe(false);
    const folder = join(root, 'api/src/db/migrations');
    const { entries } = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as {
      entries: { tag: string; when: number }[];
    };
    expect(entries.map(({ when }) => when)).toContain(lastRelease.migration);
    for (const { tag } of entries.filter(({ when }) => when > lastRelease.migration)) {
      const text = await readFile(join(folder, `${tag}.sql`), 'utf8');
      expect(text, tag).not.toMatch(/\bdrop (table|column|view)\b|\brename (to|column)\b/i);
    }
  });
}

if (tree) {
  beforeAll(async () => {
    server = await startTestServer();
    // Beside the packages that are not bundled.
    folder = mkdtempSync(join(tree, 'bundle-'));
    await bundleOf(tree, ['server'], folder);
    const { env } = server.services;
    before = fork(join(folder, 'server.js'), [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: '0',
        APP_URL: env.APP_URL,
        DATABASE_URL: await addressOf(server.database.db),
        JWT_SECRET: env.JWT_SECRET,
        STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
        STRIPE_API_URL: env.STRIPE_API_URL,
        STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
        SMTP_URL: env.SMTP_URL,
        WEB_DIR: join(folder, 'migrations'),
        DEMO: 'true',
        DEMO_HISTORY: 'false',
        LOG_LEVEL: 'fatal',
      },
    });
    const [news] = (await once(before, 'message')) as [{ url: string; error?: string }];
    if (news.error) throw new Error(news.error);
    client = createClient(news.url);
  });
  afterAll(async () => {
    const ended = once(before, 'exit');
    before.kill('SIGTERM');
    await ended;
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('the release before does all its work on the tables of this one, side by side with it (product O605)', async () => {
    const joined = await client.signUp();
    const here = server.client.withToken(joined.token);
    expect((await here.get('/user')).body.data.id).toBe(joined.user.id);
    await subscribe(joined.client, 'portfolio', 'monthly');
    const { body } = await joined.client.get('/user/subscriptions');
    expect(body.subscriptions).toHaveLength(1);
    const path = `/user/subscriptions/${body.subscriptions[0].id}/cancel`;
    expect((await joined.client.post(path, { cancelSubscription: true })).status).toBe(200);
    expect((await here.get('/user/subscriptions')).body.subscriptions[0]).toMatchObject({
      cancel_at_period_end: true,
    });
    expect((await here.post(path, { cancelSubscription: false })).status).toBe(200);

    const newer = await server.client.signUp();
    await subscribe(newer.client, 'cataract', 'yearly');
    const there = client.withToken(newer.token);
    expect((await there.get('/user/subscriptions')).body.subscriptions).toHaveLength(1);
    expect((await there.post('/logout')).status).toBe(200);
    expect((await newer.client.get('/user')).status).toBe(401);
    await server.settled();
    expect((await reconcile(server.services)).differences).toEqual([]);
  });

  it('and shows its admins what is there, changes it, and takes it away as they ask', async () => {
    const { client: admin } = await client.logIn('admin@demo.test', 'Demo-1234!');
    for (const path of [
      '/admin/dashboard-stats',
      '/admin/users?search=an',
      '/admin/subscriptions',
      '/admin/payments',
      '/admin/audit',
      '/admin/events',
      '/admin/failures',
      '/admin/cancellations',
      '/admin/reconciliation',
    ]) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
    const made = await admin.post('/admin/users', {
      ...{ first_name: 'Olwen', last_name: 'Price', email: 'olwen@hospital.test' },
    });
    expect(made.status).toBe(201);
    const list = (await admin.get('/admin/users?search=olwen')).body;
    expect(list.data.users).toHaveLength(1);
    const gone = await admin.delete(`/admin/users/${list.data.users[0].id}`);
    expect(gone.status).toBe(200);
  });
}
