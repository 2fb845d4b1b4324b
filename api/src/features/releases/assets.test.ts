import { before, retention } from 'contract/retention';
import { isNotNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { buildAssets } from '../../db/schema.ts';
import { pageOf, type Site } from '../../http/site.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { keepRetention } from '../retention/service.ts';
import { keepAssets } from './assets.ts';

/** A build of some files by their addresses, the scripts compressed. */
function buildOf(files: Record<string, string>): Site {
  return new Map(
    Object.entries({ ...files, '/__spa-fallback.html': '<!doctype html>' }).map(
      ([address, text]) => [
        address,
        pageOf(address, {
          identity: Buffer.from(text),
          br: address.endsWith('.js') ? Buffer.from(`${text} as brotli`) : undefined,
        }),
      ],
    ),
  );
}

const old = buildOf({
  '/assets/old-1.js': 'old',
  '/assets/old-1.css': 'a{}',
  '/assets/both.png': 'p',
});
const next = buildOf({ '/assets/next-2.js': 'next', '/assets/both.png': 'p' });

let server: TestServer;
let apps: FastifyInstance[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.delete(buildAssets);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const app of apps) await app.close();
  apps = [];
});

/** A process of that build, which has begun. */
async function begin(site: Site): Promise<FastifyInstance> {
  await keepAssets(server.services.db, site);
  const app = await createApp(server.services, server.database, site);
  apps.push(app);
  return app;
}

/** Which addresses are kept, and whether the release that began last is made without them. */
async function kept(): Promise<Record<string, boolean>> {
  const rows = await server.services.db.select().from(buildAssets);
  return Object.fromEntries(rows.map(({ address, replacedAt }) => [address, replacedAt !== null]));
}

it('each process serves the scripts and styles of the other release as its own (product O624)', async () => {
  const first = await begin(old);
  const second = await begin(next);
  const url = '/assets/old-1.js';
  const theirs = await first.inject({ url });
  expect([theirs.statusCode, theirs.body]).toEqual([200, 'old']);
  for (const headers of [{}, { 'accept-encoding': 'gzip, br' }, { 'accept-encoding': 'gzip' }]) {
    const own = await first.inject({ url, headers });
    const asked = await second.inject({ url, headers });
    const but = { 'x-request-id': expect.any(String), date: expect.any(String) };
    expect([asked.statusCode, asked.body]).toEqual([200, own.body]);
    expect(asked.headers).toEqual({ ...own.headers, ...but });
    const again = { ...headers, 'if-none-match': own.headers.etag as string };
    expect((await second.inject({ url, headers: again })).statusCode).toBe(304);
  }
  const style = await second.inject({ url: '/assets/old-1.css?v=1' });
  expect([style.headers['content-type'], style.body]).toEqual(['text/css; charset=utf-8', 'a{}']);
  expect((await first.inject({ url: '/assets/next-2.js' })).body).toBe('next');
});

it('whoever makes addresses up gets 404, which nobody may keep, and the database is asked once', async () => {
  const app = await begin(old);
  const select = vi.spyOn(server.services.db, 'select');
  const made = [
    'none.js',
    'old-1.js.br',
    '../old-1.js',
    '%2e%2e/index.html',
    "'",
    'old-1.js/',
    '%00',
  ];
  const answers = await Promise.all(made.map((name) => app.inject({ url: `/assets/${name}` })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 404));
  expect(answers[0]?.headers['cache-control']).toBe('no-store');
  expect(select).toHaveBeenCalledTimes(1);
});

it('what was found is asked of the database once, and what a later release is made of is found within a second', async () => {
  const app = await begin(old);
  await begin(next);
  const select = vi.spyOn(server.services.db, 'select');
  const url = '/assets/next-2.js';
  for (let n = 0; n < 3; n += 1) expect((await app.inject({ url })).body).toBe('next');
  // Which there are, and the one.
  expect(select).toHaveBeenCalledTimes(2);
  await begin(buildOf({ '/assets/later-3.js': 'later' }));
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 1_001);
  expect((await app.inject({ url: '/assets/later-3.js' })).body).toBe('later');
});

it('while the database is away it is 503, so that no page thinks its release has gone', async () => {
  const app = await begin(old);
  vi.spyOn(server.services.db, 'select').mockImplementation(() => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  });
  const { statusCode, headers } = await app.inject({ url: '/assets/next-2.js' });
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([
    503,
    '5',
    'no-store',
  ]);
});

it('what the release that began last is made of is no longer replaced, and the rest is', async () => {
  await begin(old);
  expect(await kept()).toEqual({
    '/assets/old-1.js': false,
    '/assets/old-1.css': false,
    '/assets/both.png': false,
  });
  await begin(next);
  const replaced = { '/assets/old-1.js': true, '/assets/old-1.css': true };
  expect(await kept()).toEqual({
    ...replaced,
    '/assets/both.png': false,
    '/assets/next-2.js': false,
  });
  await begin(old);
  expect(await kept()).toMatchObject({ '/assets/old-1.js': false, '/assets/next-2.js': true });
});

it('replaced ones go after their period', async () => {
  await begin(old);
  await begin(next);
  const { db } = server.services;
  await keepRetention(server.services);
  expect(Object.keys(await kept())).toHaveLength(4);
  const long = new Date(before(new Date(), retention.replacedAssets).getTime() - 60_000);
  await db.update(buildAssets).set({ replacedAt: long }).where(isNotNull(buildAssets.replacedAt));
  await keepRetention(server.services);
  expect(await kept()).toEqual({ '/assets/both.png': false, '/assets/next-2.js': false });
});
