import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const command = new URL('stripe-sync.ts', import.meta.url).pathname;

it.each([
  ['no key is set', {}, 'Set STRIPE_SECRET_KEY to the key of the account to fill.\n'],
  [
    'Stripe cannot be reached',
    { STRIPE_SECRET_KEY: 'sk_test_any', STRIPE_API_URL: 'http://127.0.0.1:9' },
    'An error occurred with our connection to Stripe. Request was retried 2 times.\n',
  ],
])(
  'says in a line that %s',
  async (_what, settings, stderr) => {
    const env = { ...process.env, STRIPE_SECRET_KEY: '', ...settings };
    await expect(run(process.execPath, [command], { env })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr,
    });
  },
  30_000,
);
