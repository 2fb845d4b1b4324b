import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { products } from 'contract/catalogue';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { runProgram } from '../testing/programs.ts';
import { startTestServer } from '../testing/server.ts';
import { advanceDays, subscribe } from '../testing/subscriber.ts';
import { functionsFolder, readFunctions } from './functions.ts';
import { openDatabase } from './open.ts';
import {
  authenticatorApps,
  legalChanges,
  passkeys,
  pastRevenue,
  priceMoves,
  productDeliveries,
  productEndpoints,
  productKeys,
  recoveryCodes,
} from './schema.ts';

const zoe = { first_name: "Zoë 👩🏽‍⚕️ O'Neil", email: 'zoe@hospital.test', password: 'Retina-2026' };

type Place = { url?: string; dataDirectory: string };
let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let lived: Place;
let file: string;
let before: Record<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  postgres = await startPostgres();
  lived = await newDatabase('lived');
  const server = await startTestServer({}, () => openDatabase(lived));
  const { client, user } = await server.client.newUser(zoe);
  await server.client.post('/reset-password', { email: zoe.email });
  await subscribe(client, 'portfolio', 'monthly');
  await subscribe(client, 'cataract', 'yearly');
  await advanceDays(server, 31);
  await (await server.admin()).post(`/admin/users/${user.id}/trial`);
  await reconcile(server.services);
  await server.services.db.insert(pastRevenue).values({
    ...{ month: '2019-04', planId: products[0]?.monthly.id ?? '' },
    ...{ count: 3, amount: 7_497, refunded: 2_499 },
  });
  await server.services.db.insert(legalChanges).values({
    ...{ id: user.id, kind: 'terms', version: 'v1' },
    ...{ says: 'A change.', inForceOn: '2036-03-09' },
  });
  const told = new Date('2036-03-09T09:00:00Z');
  await server.services.db.insert(priceMoves).values({
    ...{ id: user.id, userId: user.id, stripeSubscriptionId: 'sub_1', priceId: 'price_1' },
    ...{ planId: products[0]?.monthly.id ?? '', oldAmount: 2_499, newAmount: 2_999 },
    ...{ toldAt: told, notBefore: told },
  });
  const id = user.id;
  const given = { product: 'portfolio', createdAt: told } as const;
  await server.services.db
    .insert(productKeys)
    .values({ ...given, id, name: 'The server', keyHash: 'h', ending: 'abcd' });
  await server.services.db
    .insert(productEndpoints)
    .values({ ...given, id, url: 'https://portfolio.example/hooks', secret: 'sealed' });
  await server.services.db.insert(productDeliveries).values({
    ...{ ...given, id, endpointId: id, type: 'access.revoked', hasAccess: false },
    ...{ version: 3, givenUpAt: told },
  });
  const { client: other, user: colleague } = await server.client.newUser();
  await subscribe(other, 'cataract', 'monthly');
  const factor = { id: user.id, userId: colleague.id };
  await server.services.db.insert(authenticatorApps).values({ ...factor, secret: 'sealed' });
  await server.services.db.insert(recoveryCodes).values({ ...factor, lookup: 'k', codeHash: 'h' });
  await server.services.db.insert(passkeys).values({
    ...{ ...factor, credentialId: 'c', counter: 3, transports: ['internal', 'hybrid'] },
    publicKey: Buffer.from([0, 1, 127, 128, 255]),
  });
  await server.close();
  before = await contents(lived);
  file = join(folder, 'one.gz');
  expect((await call('backup', file, lived)).stdout).toBe(`Written to ${file}.\n`);
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

it('brings every table and every waiting job back, from PostgreSQL to PGlite and back again', async () => {
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);

  const embedded = { dataDirectory: folder };
  await call('restore', file, embedded);
  expect(await contents(embedded)).toEqual(before);

  const again = join(folder, 'two.gz');
  await call('backup', again, embedded);
  const fresh = await newDatabase('fresh');
  await call('restore', again, fresh);
  expect(await contents(fresh)).toEqual(before);
});

it('the product goes on with what was restored, and no session or reset link comes back', async () => {
  const restored = await newDatabase('goes_on');
  await call('restore', file, restored);
  const { db, close } = await openDatabase(restored);
  const returned = 'select key_hash from password_resets union select id::text from sessions';
  expect((await ask(db, returned)).rows).toEqual([]);
  await close();
  const server = await startTestServer({}, () => openDatabase(restored));
  const { client } = await server.client.logIn(zoe.email, zoe.password);
  const { body } = await client.get('/user/subscriptions');
  expect(body.subscriptions).toHaveLength(2);
  expect((await client.get('/user/payments')).body.payments).toHaveLength(2);
  await server.close();
});

it('refuses a database that holds users, and a file that exists', async () => {
  await expect(call('restore', file, lived)).rejects.toMatchObject({
    code: 1,
    stderr: 'The database is not empty: restore into a new one.\n',
  });
  await expect(call('backup', file, lived)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('EEXIST'),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('changes no tables of another release, and leaves no half of a file', async () => {
  const other = await newDatabase('other_release');
  const { db, close } = await openDatabase(other);
  await db.execute('delete from drizzle.__functions');
  const path = join(folder, 'half.gz');
  await expect(call('backup', path, other)).rejects.toMatchObject({
    code: 1,
    stderr:
      'The tables are not those of this release: make the backup with the release that runs.\n',
  });
  expect((await ask(db, 'select hash from drizzle.__functions')).rows).toEqual([]);
  await db.execute(sql`insert into drizzle.__functions (hash, version)
    values (${(await readFunctions(functionsFolder)).hash}, 1)`);
  await db.execute('alter table audit_log rename to elsewhere');
  await expect(call('backup', path, other)).rejects.toMatchObject({ code: 1 });
  await expect(stat(path)).rejects.toThrow('ENOENT');
  await close();
});

it('restores nothing of a file that is cut short, foreign, of another version or not there', async () => {
  const whole = await readFile(file);
  const lines = gunzipSync(whole).toString();
  const spoilt: [string, Uint8Array | undefined, string][] = [
    ['cut', whole.subarray(0, whole.length - 20), 'unexpected end of file'],
    ['foreign', gzipSync(`${lines}["pg_authid",{}]\n`), 'There is no table pg_authid.'],
    ['version', gzipSync(lines.replace(/"migration":"?\d+"?/, '"migration":1')), 'then update.'],
    ['none', undefined, 'ENOENT'],
  ];
  const empty = await newDatabase('spoilt');
  for (const [name, content, message] of spoilt) {
    const path = join(folder, name);
    if (content) await writeFile(path, content);
    // A line that says so, and nothing of where in the program it was found.
    const stderr = expect.stringMatching(new RegExp(`^[^\n]*${message}[^\n]*\n$`));
    await expect(call('restore', path, empty), name).rejects.toMatchObject({ code: 1, stderr });
  }
  await call('restore', file, empty);
  expect(await contents(empty)).toEqual(before);
});

async function newDatabase(name: string): Promise<Place> {
  const { db, close } = await openDatabase({ url: postgres.url, dataDirectory: '' });
  await db.execute(sql`create database ${sql.identifier(name)}`);
  await close();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return { url: url.href, dataDirectory: '' };
}

function call(action: string, path: string, { url = '', dataDirectory }: Place) {
  return runProgram('backup', [action, path], { DATABASE_URL: url, DATA_DIR: dataDirectory });
}

async function ask(db: Awaited<ReturnType<typeof openDatabase>>['db'], query: string) {
  return (await db.execute(sql.raw(query))) as unknown as { rows: Record<string, string>[] };
}

/** Every row of every table there is but those that are to be forgotten, and the jobs that wait. */
async function contents(place: Place): Promise<Record<string, string[]>> {
  const { db, close } = await openDatabase(place);
  const found: Record<string, string[]> = {};
  const rowsOf = async (name: string, from: string): Promise<void> => {
    const query = `select to_jsonb(it)::text as row from (${from}) it order by 1`;
    found[name] = (await ask(db, query)).rows.map(({ row }) => row as string);
  };
  const { rows } = await ask(
    db,
    `select table_name as name from information_schema.tables where table_schema = 'public'
     and table_name not in ('sessions', 'password_resets', 'email_changes', 'email_links', 'rate_limits',
       'refused_webhooks', 'data_copies', 'retention_runs', 'build_assets')
     and table_name not like 'tall%'`,
  );
  for (const { name } of rows) await rowsOf(name as string, `select * from "${name}"`);
  await rowsOf(
    'figures',
    `select subject, status, kind, sum(count), sum(amount) amount, sum(refunded) refunded from (
       select subject, status, kind, count, amount, refunded from tallies where term = ''
       union all select subject, status, kind, count, amount, refunded from tally_changes
     ) both_parts group by subject, status, kind having sum(count) <> 0 or sum(amount) <> 0`,
  );
  await rowsOf(
    'waiting jobs',
    `select name, data from pgboss.job where name like 'se%' and state <> 'completed'`,
  );
  await close();
  return found;
}
