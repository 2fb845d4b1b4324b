import { expect, it, vi } from 'vitest';
import { signed } from './signed.ts';

const secret = Buffer.alloc(32, 5).toString('base64url');
const hour = 3_600_000;

it('a text of one purpose says nothing for another', () => {
  const text = signed(secret, 'copy of data', hour).write({ id: 'a' });
  expect(signed(secret, 'copy of data', hour).read(text)).toEqual({ id: 'a' });
  expect(signed(secret, 'file', hour).read(text)).toBeNull();
  const other = Buffer.alloc(32, 6).toString('base64url');
  expect(signed(other, 'copy of data', hour).read(text)).toBeNull();
});

it('a text that was changed, or is too old, says nothing', () => {
  vi.useFakeTimers();
  try {
    const { read, write } = signed<string>(secret, 'file', hour);
    const text = write('a');
    const [body = '', signature = ''] = text.split('.');
    for (const bad of ['', body, `${body}.`, `${body}A.${signature}`, `${body}.${signature}A`]) {
      expect(read(bad)).toBeNull();
    }
    vi.advanceTimersByTime(hour);
    expect(read(text)).toBe('a');
    vi.advanceTimersByTime(1);
    expect(read(text)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
