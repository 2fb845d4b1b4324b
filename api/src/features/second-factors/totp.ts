import { randomBytes } from 'node:crypto';
import { brand } from 'contract/brand';

/*
 * RFC 6238 as every authenticator app speaks it: SHA-1, six digits, 30 seconds. The package is loaded
 * when the first code is looked at, since most processes see none for long.
 */

const period = 30;
/** Steps by which the clock of a phone may be wrong, either way. */
const skew = 1;
/** As long as what HMAC-SHA-1 makes, as RFC 4226 advises. */
const secretBytes = 20;

export function newSecret(): Buffer {
  return randomBytes(secretBytes);
}

const totpOf = async (secret: Uint8Array, label = '') => {
  const { Secret, TOTP } = await import('otpauth');
  // A copy, since a buffer may be a part of a larger one.
  const own = new Secret({ buffer: Uint8Array.from(secret).buffer });
  return new TOTP({ issuer: brand.company, label, secret: own, period });
};

/** A secret as apps take it: typed in base32, and as the address that a QR code holds. */
export async function presentSecret(
  secret: Uint8Array,
  email: string,
): Promise<{ secret: string; otpauth_url: string }> {
  const totp = await totpOf(secret, email);
  return { secret: totp.secret.base32, otpauth_url: totp.toString() };
}

/**
 * The step of 30 seconds since 1970 that a code of six digits is of, now or one step before or after;
 * null for a code of no such step. Says nothing of whether it was used.
 */
export async function stepOf(
  secret: Uint8Array,
  code: string,
  now = Date.now(),
): Promise<number | null> {
  const totp = await totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: skew });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
