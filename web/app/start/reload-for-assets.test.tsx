import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadForAssets } from './reload-for-assets.ts';

const asset = () => `${location.origin}/assets/form-1a2b.js`;
const reload = vi.fn();
const ask = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>();
let listening: [string, EventListener][] = [];

beforeEach(() => {
  reload.mockReset();
  ask.mockReset().mockResolvedValue(new Response(null, { status: 404 }));
  vi.stubGlobal('fetch', ask);
  arrivedBy('navigate');
  const listen = window.addEventListener.bind(window);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(((
    type: string,
    listener: EventListener,
    options?: AddEventListenerOptions,
  ) => {
    listening.push([type, listener]);
    listen(type, listener, options);
  }) as typeof addEventListener);
  reloadForAssets('script, link', reload);
});
afterEach(() => {
  for (const [type, listener] of listening) window.removeEventListener(type, listener, true);
  for (const [type, listener] of listening) window.removeEventListener(type, listener);
  listening = [];
  document.head.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function arrivedBy(type: string): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never);
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
}

/** A link of the page fails to load, as the browser tells it. */
function failToLoad(href: string): void {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
  document.head.append(link);
  link.dispatchEvent(new Event('error'));
}

function failToImport(url: string): void {
  const payload = new Error(`Failed to fetch dynamically imported module: ${url}`);
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
}

const settled = () => new Promise((done) => setTimeout(done, 10));

it.each([
  ['the page names', failToLoad],
  ['is loaded later', failToImport],
])(
  'a file of another release that %s has the page reloaded, once (product O624)',
  async (_, fail) => {
    fail(asset());
    fail(asset());
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    await settled();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(ask).toHaveBeenCalledTimes(1);
  },
);

it.each([
  ['script', failToImport],
  ['style', failToLoad],
])('the toaster, whose %s a page does without, has nothing reloaded', async (_, fail) => {
  fail(`${location.origin}/assets/toaster-1a2b.${fail === failToLoad ? 'css' : 'js'}`);
  await settled();
  expect(ask).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

it('without an answer the page stays, and what was typed', async () => {
  ask.mockRejectedValue(new TypeError('offline'));
  failToImport(asset());
  await settled();
  ask.mockResolvedValue(new Response(null, { status: 503 }));
  failToLoad(asset());
  await settled();
  expect(ask).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

it('a page that was reloaded just now is not reloaded again, and later it is', async () => {
  arrivedBy('reload');
  failToLoad(asset());
  await settled();
  expect(ask).not.toHaveBeenCalled();
  vi.spyOn(performance, 'now').mockReturnValue(61_000);
  failToLoad(asset());
  await expect.poll(() => reload.mock.calls.length).toBe(1);
});

it('what is not of the build reloads nothing', async () => {
  failToLoad(`${location.origin}/favicon.svg`);
  failToLoad('https://elsewhere.test/assets/a.js');
  await settled();
  expect(ask).not.toHaveBeenCalled();
});
