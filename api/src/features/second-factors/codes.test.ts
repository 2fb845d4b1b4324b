import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { secretBox } from '../../http/secret-box.ts';
import { realRecoveryCodeCost, recoveryCodeCost } from '../../testing/password-cost.ts';
import { codeOf } from '../../testing/totp.ts';
import { hashOnThread } from '../accounts/hashing-threads.ts';
import {
  hashRecoveryCode,
  newRecoveryCodes,
  readRecoveryCode,
  recoveryCodeMatches,
} from './recovery-code.ts';
import { newSecret, presentSecret, stepOf } from './totp.ts';

const rfc = Buffer.from('12345678901234567890');

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at %d s the code is that of RFC 6238', async (seconds, code) => {
  expect(await stepOf(rfc, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

it('a code counts one step before and after its own, and is told apart from them', async () => {
  const secret = newSecret();
  const { secret: base32, otpauth_url } = await presentSecret(secret, 'priya.nair@hospital.test');
  const now = Date.UTC(2026, 10, 22, 9, 0, 7);
  const step = Math.floor(now / 30_000);
  for (const steps of [-1, 0, 1]) {
    expect(await stepOf(secret, codeOf(base32, steps, now), now)).toBe(step + steps);
  }
  for (const steps of [-2, 2, 100]) {
    expect(await stepOf(secret, codeOf(base32, steps, now), now)).toBeNull();
  }
  const url = new URL(otpauth_url);
  expect(decodeURIComponent(url.pathname)).toContain('Fernlea Health:priya.nair@hospital.test');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ issuer: 'Fernlea Health', secret: base32, algorithm: 'SHA1', digits: '6', period: '30' },
  });
});

it('what is closed is opened with the same secret, for the same row, and unchanged only', () => {
  const [secret, other] = [1, 2].map((n) => Buffer.alloc(32, n).toString('base64url'));
  const box = secretBox(secret ?? '', 'a purpose');
  const closed = box.close(rfc, 'row 1');
  expect(closed).not.toBe(box.close(rfc, 'row 1'));
  expect(Buffer.from(closed, 'base64url').includes(rfc)).toBe(false);
  expect(box.open(closed, 'row 1')).toEqual(rfc);
  expect(box.open(closed, 'row 2')).toBeNull();
  const changed = closed.startsWith('A') ? 'B' : 'A';
  expect(box.open(`${changed}${closed.slice(1)}`, 'row 1')).toBeNull();
  expect(box.open('', 'row 1')).toBeNull();
  expect(secretBox(secret ?? '', 'another').open(closed, 'row 1')).toBeNull();
  expect(secretBox(other ?? '', 'a purpose').open(closed, 'row 1')).toBeNull();
});

it('recovery codes are ten, each found by another beginning, and read however they are typed', async () => {
  const codes = newRecoveryCodes();
  expect(codes).toHaveLength(10);
  expect(new Set(codes.map((code) => code.slice(0, 4))).size).toBe(10);
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(readRecoveryCode(' K7D2 9XQM-4TZP ')).toEqual({ code: 'k7d29xqm4tzp', lookup: 'k7d2' });
  expect(readRecoveryCode('oil0-oil0-oil0')?.code).toBe('011001100110');
  for (const none of ['', '123456', 'k7d2-9xqm', 'k7d2-9xqm-4tzu', 'k7d2-9xqm-4tzp-k7d2']) {
    expect(readRecoveryCode(none)).toBeNull();
  }
  const hash = await hashRecoveryCode('k7d29xqm4tzp');
  const { memoryCost, timeCost } = recoveryCodeCost;
  expect(hash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`)).toBe(true);
  expect(await hashOnThread('k7d29xqm4tzp', realRecoveryCodeCost)).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  );
  expect(await recoveryCodeMatches('k7d29xqm4tzp', hash)).toBe(true);
  expect(await recoveryCodeMatches('k7d29xqm4tzq', hash)).toBe(false);
});
