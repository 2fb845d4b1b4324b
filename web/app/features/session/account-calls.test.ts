import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshSessionUser } from './account-calls.ts';

const held = new Map<string, string>();
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  held.clear();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the session that asked', 'the-token', '{"id":"1"}'],
  ['a session that has ended meanwhile', undefined, undefined],
  ['a session that another has followed', 'another-token', undefined],
])('who is here is kept for %s as it should be', async (_, tokenAfter, keptUser) => {
  held.set('authToken', 'the-token');
  fetched.mockImplementation(async () => {
    held.delete('authToken');
    if (tokenAfter) held.set('authToken', tokenAfter);
    return Response.json({ success: true, data: { id: '1' } });
  });
  await refreshSessionUser();
  expect(held.get('userData')).toBe(keptUser);
});
