import { login, me, register, requestReset, updatePassword } from 'contract/accounts';
import { cancelSubscription } from 'contract/leaving';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onCredentialsRefused } from './credentials.ts';
import { call } from './http.ts';
import { showToasts } from './notify.ts';
import { answerForProof } from './proof.ts';

const held = new Map<string, string>();
const toasts: { kind: string; text: string; duration?: number }[] = [];
const fetched = vi.fn<typeof fetch>();
let leave = () => {};

beforeEach(() => {
  held.clear();
  held.set('authToken', 'the-token');
  held.set('userData', '{}');
  toasts.length = 0;
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  });
  leave = showToasts((toast) => void toasts.push(toast));
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answers = (status: number, body: unknown) =>
  fetched.mockImplementation(async () => Response.json(body, { status }));
const body = { email: 'a@b.test', password: 'abcdefgh' };

describe('what is sent', () => {
  test.each([
    ['a call of one’s own', () => call(me), 'Bearer the-token'],
    ['signing in', () => call(login, { body }), null],
    [
      'signing up',
      () => call(register, { body: { ...body, first_name: 'Ann', last_name: 'Bee' } }),
      null,
    ],
    ['asking for a reset link', () => call(requestReset, { body: { email: 'a@b.test' } }), null],
    [
      'setting a new password',
      () => call(updatePassword, { body: { resetToken: 'key', newPassword: 'Retina-2026!' } }),
      null,
    ],
  ])('%s carries the token only where it belongs', async (_what, make, expected) => {
    answers(200, { success: true, message: '', data: {} });
    await make();
    const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers);
    expect(headers.get('authorization')).toBe(expected);
  });

  test('a call without a body sends none', async () => {
    answers(200, { success: true, message: '' });
    await call(cancelSubscription, { params: { id: 'x' } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/user/subscriptions/x/cancel');
    expect(init?.body).toBeUndefined();
    expect(new Headers(init?.headers).has('content-type')).toBe(false);
  });
});

describe('what goes wrong', () => {
  test.each([
    [400, { error: 'Said' }, 'Said'],
    [403, {}, 'Access denied. Insufficient permissions.'],
    [404, {}, 'Resource not found'],
    [422, { error: 'Wrong field' }, 'Wrong field'],
    [500, { error: 'a stack' }, 'Server error. Please try again later.'],
    [503, {}, 'Error 503'],
  ])('%i shows one red toast for 2 s and keeps the session', async (status, said, text) => {
    answers(status, said);
    await expect(call(me)).rejects.toMatchObject({ status });
    expect(toasts).toEqual([{ kind: 'error', text, duration: 2000 }]);
    expect(held.has('authToken')).toBe(true);
  });

  test('a success that says it is none is a failure', async () => {
    answers(200, { success: false, message: 'No' });
    await expect(call(me)).rejects.toMatchObject({ status: 200 });
    expect(toasts).toHaveLength(1);
  });

  test('a page of HTML in place of an answer is a failure', async () => {
    fetched.mockResolvedValue(new Response('<html>', { status: 502 }));
    await expect(call(me)).rejects.toMatchObject({ status: 502, message: 'Error 502' });
  });

  test('no answer is a network error', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(call(me)).rejects.toMatchObject({ status: 0 });
    expect(toasts[0]?.text).toBe('Network error. Please check your connection.');
  });

  test('a call that hangs is given up after 30 s, and reads as a network error', async () => {
    const gaveUp = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(gaveUp.signal);
    fetched.mockImplementation(
      (_address, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const hanging = call(me);
    gaveUp.abort(new DOMException('late', 'TimeoutError'));
    await expect(hanging).rejects.toMatchObject({ status: 0 });
    expect(timeout).toHaveBeenCalledWith(30_000);
    expect(toasts[0]?.text).toBe('Network error. Please check your connection.');
  });

  test('a call its page has given up shows nothing', async () => {
    const page = new AbortController();
    fetched.mockImplementation(async (_address, init) => {
      page.abort();
      throw init?.signal?.reason;
    });
    await expect(call(me, { signal: page.signal })).rejects.toThrow();
    expect(toasts).toEqual([]);
  });

  test('a silent failure is left to the screen', async () => {
    answers(500, {});
    await expect(call(me, { silent: true })).rejects.toMatchObject({ status: 500 });
    expect(toasts).toEqual([]);
  });
});

describe('401', () => {
  test.each([false, true])('clears token and user and tells why (silent: %s)', async (silent) => {
    const refused = vi.fn();
    const stop = onCredentialsRefused(refused);
    answers(401, { error: 'whatever' });
    await expect(call(me, { silent })).rejects.toMatchObject({ status: 401 });
    stop();
    expect([...held.keys()]).toEqual([]);
    expect(refused).toHaveBeenCalledOnce();
    const text = 'Invalid credentials or session expired';
    expect(toasts).toEqual([{ kind: 'error', text, duration: 2000 }]);
  });

  test('of a token that another tab has replaced since ends nothing', async () => {
    fetched.mockImplementation(async () => {
      held.set('authToken', 'a-new-one');
      return Response.json({}, { status: 401 });
    });
    await expect(call(me)).rejects.toMatchObject({ status: 401 });
    expect(held.get('authToken')).toBe('a-new-one');
  });
});

describe('where the server asks who is there', () => {
  const needed = { success: false, error: 'Confirm first', error_code: 'proof_needed' };
  const ask = (answer: boolean) => {
    const asked = vi.fn(async () => answer);
    return { asked, stop: answerForProof(asked) };
  };

  test('a proof is asked for once for all calls, and each goes on with what was given', async () => {
    const { asked, stop } = ask(true);
    fetched.mockImplementation(async () =>
      asked.mock.calls.length > 0
        ? Response.json({ success: true, message: 'Done' })
        : Response.json(needed, { status: 403 }),
    );
    const cancel = () =>
      call(cancelSubscription, { params: { id: 'sub-1' }, body: { comment: 'Bye' } });
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map(({ message }) => message)).toEqual(['Done', 'Done']);
    expect(asked).toHaveBeenCalledTimes(1);
    const bodies = fetched.mock.calls.map(([, init]) => init?.body);
    expect(bodies).toEqual(Array(4).fill(JSON.stringify({ comment: 'Bye' })));
    expect(toasts).toEqual([]);
    stop();
  });

  test('a proof that is not given, or that nobody asks for, refuses the call', async () => {
    answers(403, needed);
    const { asked, stop } = ask(false);
    await expect(call(me)).rejects.toMatchObject({ status: 403, message: 'Confirm first' });
    expect([asked.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 1]);
    stop();
    await expect(call(me)).rejects.toMatchObject({ code: 'proof_needed' });
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('a refusal of another kind asks nobody', async () => {
    answers(403, { success: false, error: 'No' });
    const { asked, stop } = ask(true);
    await expect(call(me)).rejects.toMatchObject({
      message: 'Access denied. Insufficient permissions.',
    });
    expect(asked).not.toHaveBeenCalled();
    stop();
  });
});
