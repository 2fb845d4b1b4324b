import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsFolder } from '../db/migrations.ts';
import { auditLog, users } from '../db/schema.ts';
import { addressOf } from '../testing/database.ts';
import { programPath } from '../testing/programs.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { sandboxState, subscribe } from '../testing/subscriber.ts';
import { refuseDemoAccounts, removeDemoAccounts } from './accounts.ts';
import { mailsOfThePast } from './history/past-mails.ts';
import { logins } from './logins.ts';
import { seedDemo } from './seed.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.services);
});
afterAll(() => server.close());

const key = () => randomBytes(32).toString('base64url');

/** What a server says that is started in production on this database. */
async function startInProduction(): Promise<{ code: number | null; said: string }> {
  const { status, stderr } = spawnSync(process.execPath, [await programPath('server')], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      APP_URL: 'https://subscriptions.example',
      DATABASE_URL: await addressOf(server.services.db),
      JWT_SECRET: key(),
      PRODUCT_LOGIN_KEYS: key(),
      STRIPE_SECRET_KEY: `sk_live_${'0123456789abcdef'.repeat(2)}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${key()}`,
      SMTP_URL: 'smtps://mail.example:465',
      MAIL_FROM: 'Somebody <mail@subscriptions.example>',
      TRUSTED_PROXIES: 'none',
    },
  });
  return { code: status, said: stderr };
}

it('get a mail of their past once, however often what it is about is lived', async () => {
  const { mails, jobs, db } = server.services;
  const to = logins.user.email;
  const lived = new Map([[to, { now: new Date(), hasMailbox: true }]]);
  const mail = { to, cause: 'welcome:lived', template: 'welcome' } as const;
  const queue = () =>
    db.transaction((transaction) =>
      mailsOfThePast(mails, jobs, lived).queue(transaction, {
        ...mail,
        content: { firstName: 'Ada' },
      }),
    );
  expect([await queue(), await queue()]).toEqual([true, false]);
  const sent = sql`select 1 from pgboss.job where name = 'send-email' and data->>'cause' = ${mail.cause}`;
  expect((await db.execute(sent)).rowCount).toBe(1);
});

it('keep production from starting while somebody can sign in with one, and are deleted by a command', async () => {
  const { services, client } = server;
  await forgetMarks();
  const visitor = await client.logIn('user@demo.test', 'Demo-1234!');
  await subscribe(visitor.client, 'portfolio', 'monthly');
  const refused = await startInProduction();
  expect(refused.code).toBe(1);
  expect(refused.said).toBe(
    'This database was a demo: everybody knows the password of admin@demo.test and user@demo.test. Delete what the demo made with: npm run demo:remove\n',
  );

  await services.db.update(users).set({ email: 'other@hospital.test' }).where(isDemoAdmin);
  await services.db.update(users).set({ isActive: false }).where(isDemoUser);
  await expect(refuseDemoAccounts(services.db)).rejects.toThrow('password of other@hospital.test.');
  await services.db.update(users).set({ isActive: true }).where(isDemoUser);

  expect(await removeDemoAccounts(services)).toEqual(['other@hospital.test', 'user@demo.test']);
  await expect(refuseDemoAccounts(services.db)).resolves.toBeUndefined();
  expect(await removeDemoAccounts(services)).toEqual([]);
  const login = { email: 'user@demo.test', password: 'Demo-1234!' };
  expect((await client.post('/login', login)).status).toBe(401);
  expect((await visitor.client.get('/user')).status).toBe(401);
  const { subscriptions } = await sandboxState(server);
  expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
  const noted = await services.db
    .select({ actorId: auditLog.actorId, address: auditLog.address })
    .from(auditLog)
    .where(eq(auditLog.action, 'user.deleted'));
  expect(noted).toEqual(Array(2).fill({ actorId: null, address: 'command line' }));
});

/** The database as a demo left it before there was a mark, and then brought up to date. */
async function forgetMarks(): Promise<void> {
  const { db } = server.services;
  await db.update(users).set({ isDemo: false });
  const [file = ''] = globSync('*_demo-accounts.sql', { cwd: migrationsFolder });
  const migration = await readFile(join(migrationsFolder, file), 'utf8');
  await db.execute(sql.raw(migration.split('--> statement-breakpoint')[1] ?? ''));
}

const isDemoAdmin = eq(users.email, 'admin@demo.test');
const isDemoUser = eq(users.email, 'user@demo.test');
