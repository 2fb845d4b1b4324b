import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToasts, type Toast } from '../../lib/notify.ts';
import { send } from './signup-submission.ts';

const toasts: Toast[] = [];
let leave = () => {};

beforeEach(() => {
  toasts.length = 0;
  leave = showToasts((toast) => void toasts.push(toast));
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

test.each([
  ['Welcome aboard, Ann. Please log in.', 'Welcome aboard, Ann. Please log in.'],
  ['', 'Account created successfully! Please log in to continue.'],
])('a new account is told of in the words of the server, %j', async (message, words) => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message }, { status: 201 }));
  await send({
    ...{ first_name: 'Ann', last_name: 'Bee', email: 'ann@hospital.test' },
    ...{ password: 'Retina-2026', confirmation: 'Retina-2026', terms: 'on' },
  });
  expect(toasts).toMatchObject([{ kind: 'success', text: words, duration: 2000 }]);
});
