import { expect, test } from 'vitest';
import { HttpError, messageFor, serverMessageOr } from './http-error.ts';

const said = { success: false, message: 'from message', error: 'from error' };

test.each([
  [0, undefined, 'Network error. Please check your connection.'],
  [400, said, 'from error'],
  [400, { message: 'from message' }, 'from message'],
  [400, undefined, 'Bad request'],
  [401, said, 'Invalid credentials or session expired'],
  [403, said, 'Access denied. Insufficient permissions.'],
  [404, said, 'Resource not found'],
  [422, said, 'from error'],
  [422, { message: 'from message' }, 'Validation failed'],
  [500, said, 'Server error. Please try again later.'],
  [409, said, 'from error'],
  [503, undefined, 'Error 503'],
  [200, { success: false }, 'An unexpected error occurred'],
])('status %i with %j reads as the catalogue says', (status, body, text) => {
  expect(messageFor(status, body)).toBe(text);
});

test('field messages are kept and anything that is not text is dropped', () => {
  const error = new HttpError(422, { ...said, data: { fields: { email: 'Taken', role: 7 } } });
  expect(error.fields).toEqual({ email: 'Taken' });
});

test('a failure without a server message falls back to the screen’s own', () => {
  expect(serverMessageOr(new HttpError(500), 'Fallback')).toBe('Fallback');
  expect(serverMessageOr(new HttpError(500, said), 'Fallback')).toBe('from error');
  expect(serverMessageOr(new Error('inner detail'), 'Fallback')).toBe('Fallback');
});
