import { StripeError } from './errors.ts';

/** Accepts any test key, as a bearer token or as the user name of Basic auth; throws 401 else. */
export function checkKey(header: string | undefined): void {
  const key = keyOf(header ?? '');
  if (!key) {
    throw new StripeError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!key.startsWith('sk_test_')) {
    const hidden = `${key.slice(0, 3)}${'*'.repeat(8)}${key.slice(-4)}`;
    throw new StripeError(401, `Invalid API Key provided: ${hidden}`);
  }
}

function keyOf(header: string): string {
  const [scheme = '', value = ''] = header.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? '';
}
