import { describe, expect, test } from 'vitest';
import { schema as resetForm } from './reset-submission.ts';
import { schema as signupForm } from './signup-submission.ts';

const person = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@hospital.test',
  password: 'Retina-2026!',
  confirmation: 'Retina-2026!',
  terms: 'on',
  resetToken: 'key',
};

function complaints(form: typeof signupForm | typeof resetForm, values: unknown): string[] {
  return form.safeParse(values).error?.issues.map(({ message }) => message) ?? [];
}

describe.each([
  ['sign-up', signupForm],
  ['reset', resetForm],
])('the confirmation on the %s form', (_, form) => {
  test('is fine when it is the same', () => expect(complaints(form, person)).toEqual([]));

  test('is asked for when empty, and nothing else is said of it', () =>
    expect(complaints(form, { ...person, confirmation: '' })).toEqual([
      'Please confirm your password',
    ]));

  test('must be the same', () =>
    expect(complaints(form, { ...person, confirmation: 'Retina-2026' })).toEqual([
      'Passwords do not match',
    ]));

  test('is compared even while the password is too short', () =>
    expect(complaints(form, { ...person, password: 'Ab1!' })).toEqual(
      expect.arrayContaining(['Password must be at least 8 characters', 'Passwords do not match']),
    ));
});

test('the terms must be agreed to', () =>
  expect(complaints(signupForm, { ...person, terms: undefined })).toEqual([
    'You must agree to the terms and conditions',
  ]));
