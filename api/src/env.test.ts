import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

const key = () => randomBytes(32).toString('base64url');
const complete = {
  NODE_ENV: 'production',
  APP_URL: 'https://subscriptions.example',
  DATABASE_URL: 'postgres://database.example/product',
  JWT_SECRET: key(),
  PRODUCT_LOGIN_KEYS: `${key()}, ${key()}`,
  STRIPE_SECRET_KEY: 'sk_live_of_somebody',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_that_endpoint',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'Somebody <mail@subscriptions.example>',
};
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

it('the demo begins with a year of customers unless it is told not to (product O43)', () => {
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
])('production refuses %s=%s', (name, value, reason) => {
  expect(refusal({ ...complete, [name]: value })).toContain(`- ${name}: ${reason}`);
});

const blank = (settings: object) =>
  Object.fromEntries(Object.keys(settings).map((name) => [name, '']));
