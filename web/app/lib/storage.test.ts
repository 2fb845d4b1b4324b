import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readJson, readText, removeKey, writeJson } from './storage.ts';

beforeEach(() => {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what is written comes back until it is removed', () => {
  writeJson('plan', { isYearly: true });
  expect(readJson('plan')).toEqual({ isYearly: true });
  removeKey('plan');
  expect(readJson('plan')).toBeNull();
});

test('malformed JSON reads as nothing', () => {
  localStorage.setItem('userData', '{"id": ');
  expect(readJson('userData')).toBeNull();
  expect(readText('userData')).toBe('{"id": ');
});

test('what a browser refuses to store is kept until the page is closed', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(readText('authToken')).toBeNull();
  writeJson('userData', { id: 1 });
  expect(readJson('userData')).toEqual({ id: 1 });
  removeKey('userData');
  expect(readJson('userData')).toBeNull();
});
