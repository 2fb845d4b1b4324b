import { logout } from 'contract/accounts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from './sign-out.ts';
import { takeSignedOutNote } from './signed-out-note.ts';

const fetched = vi.fn<typeof fetch>();
const gone = vi.fn<(address: string) => void>();

/** A storage of the browser, which may refuse. */
function storage(kept: Record<string, string>, refuses = false) {
  const held = new Map(Object.entries(kept));
  const unless = <Value>(value: Value): Value => {
    if (refuses) throw new DOMException('refused', 'SecurityError');
    return value;
  };
  return {
    getItem: (key: string) => unless(held.get(key) ?? null),
    setItem: (key: string, value: string) => unless(void held.set(key, value)),
    removeItem: (key: string) => unless(void held.delete(key)),
  };
}

beforeEach(() => {
  fetched.mockReset().mockRejectedValue(new TypeError('offline'));
  gone.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { replace: gone });
  vi.stubGlobal('localStorage', storage({ authToken: 'the-token', userData: '{}' }));
  vi.stubGlobal('sessionStorage', storage({}));
});
afterEach(() => vi.unstubAllGlobals());

test('signing out asks the server by the call of the contract, and waits for no answer', () => {
  signOut();
  expect(fetched).toHaveBeenCalledWith(`/api${logout.path}`, {
    method: logout.method,
    headers: { Authorization: 'Bearer the-token' },
    keepalive: true,
  });
  expect(localStorage.getItem('authToken')).toBeNull();
  expect(localStorage.getItem('userData')).toBeNull();
  expect(gone).toHaveBeenCalledExactlyOnceWith('/');
});

test('nobody signs out twice', () => {
  signOut();
  signOut();
  expect(fetched).toHaveBeenCalledOnce();
  expect(gone).toHaveBeenCalledOnce();
});

test('the home page hears of it once', () => {
  signOut();
  expect(takeSignedOutNote()).toBe(true);
  expect(takeSignedOutNote()).toBe(false);
});

test('where the tab may keep nothing, somebody signs out all the same', () => {
  vi.stubGlobal('sessionStorage', storage({}, true));
  signOut();
  expect(gone).toHaveBeenCalledWith('/');
  expect(takeSignedOutNote()).toBe(false);
});
