import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../db/client.ts';
import { lockDataDirectory } from '../db/data-lock.ts';
import { auditLog, outgoingEmails, users } from '../db/schema.ts';
import { passwordMatches } from '../features/accounts/password.ts';
import { addressOf, openTestDatabase } from '../testing/database.ts';
import { runProgram } from '../testing/programs.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const create = async (email: string, password: string, given: NodeJS.ProcessEnv = {}) =>
  runProgram('admin-create', [email, 'Amara', 'Osei'], {
    DATABASE_URL: await addressOf(database.db),
    ADMIN_PASSWORD: password,
    ...given,
  });

it('makes an admin who can sign in, once, and by the rules of every password', async () => {
  const { stdout } = await create('amara@hospital.test', 'Retina-2026');
  expect(stdout).toBe('amara@hospital.test is an admin now.\n');
  await expect(create('Amara@Hospital.test', 'Retina-2026')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  });
  await expect(create('other@hospital.test', 'short')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Password must be at least 8 characters'),
  });
  await expect(create('other@hospital.test', 'password1')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('most common'),
  });

  const all = await database.db.select().from(users);
  const entries = await database.db.select().from(auditLog);
  const queued = await database.db.select().from(outgoingEmails);
  const { rows: jobs } = await database.db.execute<{ name: string; count: number }>(
    sql`select name, count(*)::int as count from pgboss.job where name like 'send-%' group by name order by name`,
  );
  expect(queued).toMatchObject([
    {
      template: 'admin-made',
      recipient: 'amara@hospital.test',
      sentAt: null,
      content: { name: 'Amara Osei', by: 'a command on the server' },
    },
  ]);
  expect(jobs).toEqual([
    { name: 'send-email', count: 1 },
    { name: 'send-verification', count: 1 },
  ]);
  expect(entries).toMatchObject([
    { action: 'user.created', actorId: null, target: all[0]?.id, address: 'command line' },
  ]);
  expect(all).toMatchObject([{ email: 'amara@hospital.test', role: 'admin', isActive: true }]);
  expect(await passwordMatches('Retina-2026', all[0]?.passwordHash)).toBe(true);
  expect(all[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/);
});

it('says in a line that the data is in use by a server that runs, and goes on with it later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'admin-'));
  const unlock = await lockDataDirectory(folder);
  const given = { DATABASE_URL: '', DATA_DIR: folder };
  await expect(create('late@hospital.test', 'Retina-2026', given)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The data in \S+ is in use by process \d+\. [^\n]*\n$/),
  });
  await unlock();
  const { stdout } = await create('late@hospital.test', 'Retina-2026', given);
  expect(stdout).toBe('late@hospital.test is an admin now.\n');
  await rm(folder, { recursive: true });
});
