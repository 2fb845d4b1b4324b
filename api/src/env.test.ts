import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

const key = () => randomBytes(32).toString('base64url');
const complete = {
  NODE_ENV: 'production',
  APP_URL: 'https://subscriptions.example',
  DATABASE_URL: 'postgres://database.example/product?sslmode=verify-full',
  JWT_SECRET: key(),
  PRODUCT_LOGIN_KEYS: `${key()}, ${key()}`,
  STRIPE_SECRET_KEY: 'sk_live_51OfSomebody0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_OfThatEndpoint0123456789',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'Somebody <mail@subscriptions.example>',
  TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8, 192.0.2.1',
};
const oneKey = key();
const { NODE_ENV, ...needed } = complete;

function refusal(settings: Record<string, string>): string {
  try {
    readEnv(settings);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

it('production starts with a complete set, and without the demo', () => {
  expect(readEnv(complete)).toMatchObject({ SESSION_HOURS: 8, DEMO: false });
});

it('the demo begins with a year of customers unless it is told not to (product O61)', () => {
  expect(readEnv(complete).DEMO_HISTORY).toBe(true);
  expect(readEnv({ ...complete, DEMO_HISTORY: 'false' }).DEMO_HISTORY).toBe(false);
});

it('production names every setting that is missing, in one message', () => {
  for (const settings of [{ NODE_ENV }, { NODE_ENV, ...blank(needed) }]) {
    const message = refusal(settings);
    for (const name of Object.keys(needed)) {
      expect(message).toContain(`${name}: must be set in production`);
    }
  }
});

it.each([
  'https://subscriptions.example/',
  'HTTPS://Subscriptions.example',
  'https://subscriptions.example:443',
])('the address of the site may be written %s: links are built on its origin', (APP_URL) => {
  expect(readEnv({ ...complete, APP_URL }).APP_URL).toBe('https://subscriptions.example');
});

it.each([
  ['REQUIRE_ADMIN_SECOND_FACTOR', 'false', 'admins need one in production'],
  ['JWT_SECRET', 'short', 'must be at least 32 random bytes in base64url'],
  [
    'JWT_SECRET',
    Buffer.from([...Array(31).keys()]).toString('base64url'),
    'must be at least 32 random bytes in base64url',
  ],
  ['JWT_SECRET', Buffer.alloc(48, 'secret').toString('base64url'), 'must be random'],
  ['PRODUCT_LOGIN_KEYS', Buffer.alloc(32, 'key').toString('base64url'), 'must be random'],
  ['PRODUCT_LOGIN_KEYS', 'short', 'must be 32 random bytes in base64url'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec', 'must be the secret of the webhook endpoint'],
  ['APP_URL', 'http://subscriptions.example', 'must begin with https://'],
  ['APP_URL', 'Http://subscriptions.example', 'must begin with https://'],
  ['APP_URL', 'https://example.test/subscriptions', 'must be an address such as'],
  ['APP_URL', 'subscriptions.example', 'must be an address such as'],
  ['DEMO', 'true', 'demo logins are not for production'],
  ['STRIPE_API_URL', 'http://localhost:12111', 'only for the sandbox'],
  ['TRUSTED_PROXIES', 'proxy.example', 'must be addresses or networks'],
  ['TRUSTED_PROXIES', '10.0.0.0/40', 'must be addresses or networks'],
  ['TRUSTED_PROXIES', '0.0.0.0/0', 'must be addresses or networks'],
  ['TRUSTED_PROXIES', 'none, 10.0.0.1', 'must be addresses or networks'],
  ['STRIPE_SECRET_KEY', 'sk_test_sandbox', "must be a key of Stripe's"],
  ['STRIPE_SECRET_KEY', 'pk_live_51OfSomebody0123456789', "must be a key of Stripe's"],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${'a'.repeat(32)}`, 'must be the secret of the webhook'],
  ['STRIPE_WEBHOOK_SECRET', 'OfThatEndpoint0123456789', 'must be the secret of the webhook'],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${complete.JWT_SECRET}`, 'must be another key than JWT_SECRET'],
  ['PRODUCT_LOGIN_KEYS', complete.JWT_SECRET, 'must be another key than JWT_SECRET'],
  ['PRODUCT_LOGIN_KEYS', `${complete.JWT_SECRET}=`, 'must be another key than JWT_SECRET'],
  ['PRODUCT_LOGIN_KEYS', `${oneKey},${oneKey}`, 'holds a key twice'],
  ['DATABASE_URL', 'postgres://database.example/product', 'must be encrypted'],
  ['DATABASE_URL', 'postgres://database.example/product?sslmode=disable', 'must be encrypted'],
  ['DATABASE_URL', 'postgres:///product?host=database.example', 'must be encrypted'],
  ['DATABASE_URL', 'postgres://a.example,b.example/product', 'must name one host'],
  ['DATABASE_URL', 'postgres://u:p@a.example:5432,b.example:5433/product', 'must name one host'],
  ['DATABASE_URL', 'postgres:///product?host=a.example,b.example', 'must name one host'],
  ['DATABASE_URL', 'postgres://user:pass/word@database.example/product', 'must be an address such'],
  ['DATABASE_URL', 'host=database.example dbname=product', 'must be an address such'],
  ['MIGRATIONS_DATABASE_URL', 'postgres://database.example/product', 'must be encrypted'],
  ['SMTP_URL', 'smtp://mail.example', 'must be encrypted'],
  ['SMTP_URL', 'smtp://mail.example?secure=true', 'must be encrypted'],
  ['SMTP_URL', 'smtp://?host=mail.example', 'must be encrypted'],
  ['SMTP_URL', 'smtps://mail.example?secure=false', 'must be encrypted'],
  ['SMTP_URL', 'smtp://mail.example?requireTLS=true&ignoreTLS=true', 'must be encrypted'],
  ['SMTP_URL', 'mail.example:465', 'must be an address such'],
  ['MAIL_FROM', 'Somebody', 'must be an address'],
  ['PLAIN_CONNECTIONS', 'mail', 'must be of: database, smtp'],
  ['PLACES_DATABASE', '/nowhere/places.mmdb', 'must be a file that can be read (ENOENT'],
  ['PLACES_DATABASE', import.meta.dirname, 'must be a file that can be read (EISDIR'],
  ['PLACES_DATABASE', import.meta.filename, "must be a database in MaxMind's format"],
])('production refuses %s=%s', (name, value, reason) => {
  expect(refusal({ ...complete, [name]: value })).toContain(`- ${name}: ${reason}`);
});

it.each([
  'smtps://mail.example?tls.rejectUnauthorized=false',
  'smtps://mail.example?tls.rejectUnauthorized=0',
  'smtps://mail.example?tls.rejectUnauthorized=true&tls.rejectUnauthorized=false',
  'smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false',
  'smtps://mail.example?tls.ciphers=aNULL',
  'smtps://mail.example?tls.checkServerIdentity=none',
  'smtps://mail.example?url=smtp://mail.example',
])('production refuses to send mails by %s, which checks no certificate', (SMTP_URL) => {
  expect(refusal({ ...complete, SMTP_URL })).toContain('- SMTP_URL: must check the certificate');
});

it('production refuses a process in which no certificate is checked', () => {
  const NODE_TLS_REJECT_UNAUTHORIZED = '0';
  expect(refusal({ ...complete, NODE_TLS_REJECT_UNAUTHORIZED })).toContain('must not be 0');
});

it.each<Record<string, string>>([
  { TRUSTED_PROXIES: 'none' },
  { STRIPE_SECRET_KEY: 'rk_test_51OfSomebody0123456789' },
  { DATABASE_URL: 'postgres://localhost/product' },
  { DATABASE_URL: 'postgres:///product?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://user:password@/product?host=%2Fvar%2Frun%2Fpostgresql' },
  { DATABASE_URL: 'postgres://database/product', PLAIN_CONNECTIONS: 'database' },
  { DATABASE_URL: 'postgres://database/product?ssl=no-verify', PLAIN_CONNECTIONS: 'database' },
  { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=true&tls.servername=mx.example' },
  { SMTP_URL: 'smtps://mail?tls.rejectUnauthorized=false', PLAIN_CONNECTIONS: 'smtp' },
  { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  { SMTP_URL: 'smtp://127.0.0.1' },
  { SMTP_URL: 'smtp://mail.example?requireTLS=true' },
  { SMTP_URL: 'smtp://mail', PLAIN_CONNECTIONS: 'smtp, database' },
  { MAIL_FROM: 'mail@subscriptions.example' },
])('production takes %o', (settings) => {
  expect(refusal({ ...complete, ...settings })).toBe('');
});

it('no proxy is believed where there is none', () => {
  expect(readEnv({ ...complete, TRUSTED_PROXIES: 'none' }).TRUSTED_PROXIES).toEqual([]);
  expect(readEnv(complete).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
});

it('a setting is named once, however much is wrong with it, and no secret is repeated', () => {
  const message = refusal({
    ...complete,
    JWT_SECRET: 'aaa',
    STRIPE_WEBHOOK_SECRET: 'a',
    DATABASE_URL: 'postgres://user:secret@a,b/c',
  });
  expect(message.match(/JWT_SECRET|STRIPE_WEBHOOK_SECRET|DATABASE_URL/g)).toHaveLength(3);
  expect(message).not.toMatch(/aaa|secret@/);
});

const blank = (settings: object) =>
  Object.fromEntries(Object.keys(settings).map((name) => [name, '']));
