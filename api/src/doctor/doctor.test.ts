import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../testing/database.ts';
import { runProgram } from '../testing/programs.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { type MoodySmtp, startMoodySmtp } from '../testing/smtp.ts';
import { findings } from './database.ts';
import { examine } from './doctor.ts';
import { type Finding, written } from './finding.ts';

let server: TestServer;
let smtp: MoodySmtp;
let settings: Record<string, string>;

beforeAll(async () => {
  smtp = await startMoodySmtp();
  server = await startTestServer();
  const { env } = server.services;
  settings = {
    NODE_ENV: 'test',
    APP_URL: server.url,
    DATABASE_URL: await addressOf(server.services.db),
    JWT_SECRET: env.JWT_SECRET,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_API_URL: server.sandboxUrl,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Somebody <mail@clinic.health>',
  };
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const records: Record<string, string[][]> = {
  'clinic.health': [['unrelated'], ['v=spf1 include:', 'mail.example -all']],
  's1._domainkey.clinic.health': [['v=DKIM1; p=MIIB']],
  '_dmarc.clinic.health': [['v=DMARC1; p=reject']],
};
const ask = (known: typeof records) => async (name: string) => {
  const found = known[name];
  if (!found) throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return found;
};
const texts = (all: Finding[], state: Finding['state']) =>
  all.filter((one) => one.state === state).map(({ text }) => text);

it('of a product that runs well nothing is bad (product O603)', async () => {
  const all = await examine(settings, ask(records));
  expect(texts(all, 'bad')).toEqual([]);
  const inOrder = texts(all, 'good').join('\n');
  for (const part of [
    'Its tables are those of this release.',
    'The extension pg_trgm is there.',
    'Stripe takes our key.',
    'Stripe sends its events here.',
    'The server takes an event that is signed by these settings.',
    'The mail server greets us',
    'SPF of clinic.health: v=spf1 include:mail.example -all',
    'clinic.health has a DKIM key.',
    'clinic.health has a DMARC record.',
  ]) {
    expect(inOrder).toContain(part);
  }
});

it('a subdomain that mails come from has the policy of the domain above it', async () => {
  const all = await examine(
    { ...settings, MAIL_FROM: 'mail@news.clinic.health' },
    ask({ ...records, 'news.clinic.health': [['v=spf1 -all']] }),
  );
  expect(texts(all, 'good').join('\n')).toContain(
    "news.clinic.health has clinic.health's DMARC record.",
  );
});

it.each<[string, Record<string, string>, string]>([
  [
    'another webhook secret',
    { STRIPE_WEBHOOK_SECRET: 'whsec_of_another_endpoint' },
    'answers 400 to an event',
  ],
  [
    'another address',
    { APP_URL: 'http://127.0.0.1:9' },
    'No webhook leads to http://127.0.0.1:9/api',
  ],
  [
    'no database',
    { DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:9/x' },
    'The database: connect ECONNREFUSED',
  ],
  ['no mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }, 'The mail server: connect ECONNREFUSED'],
  ['settings that are missing', { JWT_SECRET: '' }, 'JWT_SECRET: must be set'],
  ['another sender', { MAIL_FROM: 'mail@elsewhere.health' }, 'elsewhere.health has 0 SPF records.'],
])('%s is told, with what to do', async (_what, changed, told) => {
  const all = await examine({ ...settings, ...changed }, ask(records));
  const found = all.find(({ state, text }) => state === 'bad' && text.includes(told));
  expect(found, written(all)).toBeDefined();
  expect(found?.todo).toBeTruthy();
  expect(written(all)).not.toContain('secret@');
});

describe('of a database', () => {
  const sound = {
    version: 160_004,
    encoding: 'UTF8',
    locale: 'en_GB.UTF-8',
    hasTrigrams: true,
    mayConnect: 100,
    connected: 5,
    takesWrites: true,
    ownsTables: false,
    ahead: 0.2,
    tables: 'current' as const,
  };
  it.each([
    [{}, []],
    [{ version: 140_011 }, ['PostgreSQL 14 is too old.']],
    [{ encoding: 'SQL_ASCII' }, ['Its encoding is SQL_ASCII.']],
    [{ hasTrigrams: false }, ['The extension pg_trgm is not there.']],
    [{ takesWrites: false }, ['It takes no writes.']],
    [{ ahead: -90 }, ['Its clock is -90 s ahead of this one.']],
    [{ locale: 'C', connected: 95, tables: 'older' as const }, []],
  ])('%j is bad: %j', (changed, expected) => {
    expect(texts(findings({ ...sound, ...changed }), 'bad')).toEqual(expected);
  });
});

it('the command ends with 1 when something is bad, and with 0 else', async () => {
  const local = { ...settings, MAIL_FROM: 'mail@clinic.example' };
  const { stdout } = await runProgram('doctor', [], local);
  expect(stdout).toMatch(/\d+ in order, \d+ to look at, 0 bad\n$/);
  await expect(
    runProgram('doctor', [], { ...local, SMTP_URL: 'smtp://127.0.0.1:9' }),
  ).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('BAD   The mail server'),
  });
});
