import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../doctor/database.ts';
import { keepRetention } from '../features/retention/service.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';
import { runProgram } from '../testing/programs.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { advanceDays, subscribe } from '../testing/subscriber.ts';
import { describeDatabase } from './describe.ts';
import { openDatabase } from './open.ts';

const name = `roles_${uuid().replaceAll('-', '')}`;
const [owner, serverRole] = [`${name}_owner`, `${name}_server`];
let server: TestServer;

/** The address of the database for somebody, who needs no password here. */
function addressFor(role: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  return Object.assign(url, { username: role, password: '', pathname: `/${name}` }).href;
}

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const url = () => addressFor(serverRole);
const open = (migrationsUrl?: string) =>
  openDatabase({ url: url(), dataDirectory: '', ...(migrationsUrl && { migrationsUrl }) });

beforeAll(async () => {
  await administer(
    `create role ${owner} login`,
    `create role ${serverRole} login`,
    `create database ${name} owner ${owner}`,
  );
});
afterAll(async () => {
  await server?.close();
  await administer(
    `drop database ${name} with (force)`,
    `drop role ${owner}`,
    `drop role ${serverRole}`,
  );
});

it('a role that may not make tables says so, and what to do', async () => {
  await expect(open()).rejects.toThrow(
    'the account of DATABASE_URL may not change them: run `npm run migrate`, or set MIGRATIONS_DATABASE_URL.',
  );
});

it('the whole server works as a role that owns nothing', async () => {
  server = await startTestServer({}, () => open(addressFor(owner)));
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'yearly');
  await advanceDays(server, 31);
  const { payments } = (await client.get('/user/payments')).body;
  expect(payments.some(({ status }: { status: string }) => status === 'success')).toBe(true);
  const admin = await server.admin();
  expect((await admin.get('/admin/users')).body.data.users.length).toBeGreaterThan(1);
  expect((await admin.get('/admin/dashboard-stats')).status).toBe(200);
  expect((await admin.delete(`/admin/users/${user.id}`)).status).toBe(200);
  await server.settled();
  const years = 7 * 366 * 86_400_000;
  await keepRetention(server.services, new Date(Date.now() + years));
  await server.services.jobs.forgetAddresses();
  const failed = server.logged.filter((line) => JSON.parse(line).level >= 50);
  expect(failed).toEqual([]);
});

it('a command makes it so, beside a server that runs', async () => {
  const settings = { DATABASE_URL: url(), MIGRATIONS_DATABASE_URL: addressFor(owner) };
  const { stdout } = await runProgram('migrate', [], settings);
  expect(stdout).toBe('The tables are those of this release.\n');
  await expect(runProgram('migrate', [], { DATABASE_URL: url() })).rejects.toThrow(
    'Set MIGRATIONS_DATABASE_URL and DATABASE_URL.',
  );
  expect((await server.client.newUser()).token).toBeTruthy();
});

it('another process begins on its tables without the owner', async () => {
  const database = await open();
  const jobs = await createJobs(database, createLog('silent'));
  await jobs.stop();
  await database.close();
});

const forbidden = [
  'drop table users',
  'drop table pgboss.job',
  'truncate sessions',
  'alter table audit_log disable trigger all',
  'drop trigger audit_log_append_only on audit_log',
  "update audit_log set address = ''",
  "set retention.purges = 'audit_log'; delete from audit_log",
  'set session_replication_role = replica',
  'create table public.mine (id int)',
  'alter table users add column mine int',
  "create or replace function purge_audit_log(until timestamptz, most integer, only_action text) returns integer language sql as 'select 1'",
  'drop function purge_audit_entries',
  "update drizzle.__functions set hash = ''",
  'create role another',
];

it.each(forbidden)('it cannot: %s', async (statement) => {
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  try {
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  } finally {
    await client.end();
  }
});

it('of the audit log nothing that is younger than 300 days goes by any way', async () => {
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  const count = async () => (await client.query('select count(*) from audit_log')).rows;
  const before = await count();
  expect(before).not.toEqual([{ count: '0' }]);
  await client.query("select purge_audit_entries('-infinity', 'infinity', 1000, null)");
  await client.query("select purge_audit_log('infinity', 1000, null)");
  expect(await count()).toEqual(before);
  await client.end();
});

it('the doctor tells whether the account owns tables', async () => {
  const texts = async (role: string) =>
    findings(await describeDatabase(addressFor(role))).map(({ text }) => text);
  expect(await texts(serverRole)).toContain('Our account owns none of its tables.');
  expect(await texts(owner)).toContainEqual(expect.stringMatching(/^Our account owns its tables/));
});
