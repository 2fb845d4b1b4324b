import { expect, it } from 'vitest';
import { runProgram } from '../testing/programs.ts';

it.each([
  ['no key is set', {}, 'Set STRIPE_SECRET_KEY to the key of the account to fill.\n'],
  [
    'Stripe cannot be reached',
    { STRIPE_SECRET_KEY: 'sk_test_any', STRIPE_API_URL: 'http://127.0.0.1:9' },
    'An error occurred with our connection to Stripe. Request was retried 2 times.\n',
  ],
])('says in a line that %s', async (_what, settings, stderr) => {
  const env = { STRIPE_SECRET_KEY: '', ...settings };
  await expect(runProgram('stripe-sync', [], env)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr,
  });
});
