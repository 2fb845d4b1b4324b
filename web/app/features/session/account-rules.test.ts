import { email, firstName, loginPassword, newPassword, resetPassword } from 'contract/rules';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';

const strength =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character';

/** The first thing a rule has against a value; null when it has nothing. */
function complaint(rule: z.ZodType, value: unknown): string | null {
  return rule.safeParse(value).error?.issues[0]?.message ?? null;
}

describe('e-mail', () => {
  test.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['x', 'Please enter a valid email address'],
    ['x@y', 'Please enter a valid email address'],
    ['x y@z.uk', 'Please enter a valid email address'],
    ['x@y.z', null],
  ])('%j: %s', (value, expected) => expect(complaint(email, value)).toBe(expected));

  test('is trimmed', () => expect(email.parse('  x@y.z ')).toBe('x@y.z'));
});

describe('first name', () => {
  test.each([
    ['', 'First name is required'],
    ['  ', 'First name is required'],
    [' A ', 'First name must be at least 2 characters'],
    [' Al ', null],
    ['x'.repeat(80), null],
    ['x'.repeat(81), 'First name must be at most 80 characters'],
    ['Ann\nBee', 'First name contains a character that cannot be stored'],
  ])('%j: %s', (value, expected) => expect(complaint(firstName, value)).toBe(expected));

  // With the joiner that Persian needs, the apostrophe that phones type, and a letter with its accent apart.
  test.each([
    ...['Siân-Léonie', "O'Neill", 'D’Arcy', 'Dr. J. R. R.', 'نور الهدى', 'علی\u200cرضا', '李小龍'],
    ...['ศรีสุดา', 'Ng', 'Zoe\u0301', 'Nguyễn', 'Þór', 'ʻIolani'],
  ])('%s may be new', (name) => expect(complaint(firstName, name)).toBe(null));

  test.each([
    ...[
      'https://evil.example',
      'Zoë 👩🏽‍⚕️',
      'Ann@evil.example',
      'Call +44 20',
      'Ann & Bee',
      'Ann, Bee',
    ],
    ...[
      'Ann/Bee',
      'Ann\u202eBee',
      'Ann\u200bBee',
      '\u200cAnn',
      'Ann\u200c',
      '100%',
      '<b>Ann</b>',
      'A!',
    ],
  ])('%s may not', (name) => {
    const words = 'First name may hold letters, spaces, apostrophes, hyphens and full stops';
    expect(complaint(firstName, name)).toBe(words);
  });
});

describe('password at login', () => {
  test.each([
    ['', 'Password is required'],
    ['12345', 'Password must be at least 6 characters'],
    ['123456', null],
  ])('%j: %s', (value, expected) => expect(complaint(loginPassword, value)).toBe(expected));
});

describe('password at sign-up', () => {
  test.each([
    ['', 'Password is required'],
    ['1234567', 'Password must be at least 8 characters'],
    ['12345678', null],
    [' spaces ', null],
  ])('%j: %s', (value, expected) => expect(complaint(newPassword, value)).toBe(expected));

  test('is never trimmed', () => expect(newPassword.parse(' spaces ')).toBe(' spaces '));
});

describe('password on the reset page', () => {
  test.each([
    ['', 'Password is required'],
    ['Ab1!', 'Password must be at least 8 characters'],
    ['abcdef1!', strength],
    ['ABCDEF1!', strength],
    ['Abcdefg!', strength],
    ['Abcdefg1', strength],
    ['Abcdef1#', strength],
  ])('%j: %s', (value, expected) => expect(complaint(resetPassword, value)).toBe(expected));

  test.each([...'@$!%*?&'])('%s counts as special', (special) =>
    expect(complaint(resetPassword, `Abcdef1${special}`)).toBe(null),
  );
});
