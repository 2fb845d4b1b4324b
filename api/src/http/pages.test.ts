import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { loadSite } from './site.ts';

const inline = 'document.documentElement.dataset.early = "";';
const page = `<!doctype html><script>${inline}</script><script src="/assets/a.js"></script>
  <script type="application/ld+json">{"name":"x"}</script>`;

/** What else a build is made of, with the types that browsers ask for. */
const others = [
  ['assets/a.css', 'text/css; charset=utf-8'],
  ['assets/inter.woff2', 'font/woff2'],
  ['assets/photo.avif', 'image/avif'],
  ['assets/photo.webp', 'image/webp'],
  ['favicon-32.png', 'image/png'],
  ['favicon.ico', 'image/x-icon'],
  ['site.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['robots.txt', 'text/plain; charset=utf-8'],
  ['sitemap.xml', 'application/xml; charset=utf-8'],
] as const;

let server: TestServer;
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '404'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, '404/index.html'), page);
  await writeFile(join(folder, '__spa-fallback.html'), page);
  await writeFile(join(folder, 'assets/a.js'), 'export {};');
  await writeFile(join(folder, 'assets/a.js.br'), 'as brotli');
  await writeFile(join(folder, 'assets/a.js.gz'), 'as gzip');
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [file] of others) await writeFile(join(folder, file), 'as it was built');
  app = await createApp(server.services, server.database, loadSite(folder));
});
afterAll(async () => {
  await app.close();
  await server.close();
  await rm(folder, { recursive: true });
});

it('a script of the build is run as a script only', async () => {
  const { headers } = await app.inject({ url: '/assets/a.js' });
  expect(headers['content-type']).toMatch(/^text\/javascript/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
});

it.each(others)('/%s is served as %s', async (file, type) => {
  const { statusCode, headers, body } = await app.inject({ url: `/${file}` });
  expect([statusCode, headers['content-type'], body]).toEqual([200, type, 'as it was built']);
});

it('a drawing that is opened as a page runs nothing', async () => {
  const { headers } = await app.inject({ url: '/icon.svg' });
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(String(headers['content-security-policy']).split(';')).toContain("default-src 'none'");
});

it.each([
  ['/', 200],
  ['/user/dashboard', 200],
  ['/nothing', 404],
])(
  '%s runs the inline script of its build and no other, and carries every guard',
  async (url, status) => {
    const { headers, statusCode } = await app.inject({ url });
    expect(statusCode).toBe(status);
    const policy = String(headers['content-security-policy']).split(';');
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).toEqual(
      expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  },
);

it.each([
  '.git/HEAD',
  '.git/config',
  '.env',
  'package.json',
  '.data/secrets.json',
  '../package.json',
])('/%s is no file of the site', async (file) => {
  for (const url of [`/${file}`, `/assets/${file}`, `/assets/%2e%2e/${file}`]) {
    const { statusCode, body } = await app.inject({ url });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(body).not.toMatch(/^ref:|"version"|_SECRET|\[core\]/);
  }
});

it('a folder of the site is no page', async () => {
  for (const url of ['/assets', '/assets/']) {
    const { statusCode, body } = await app.inject({ url });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(body).not.toMatch(/inter\.woff2|a\.css/);
  }
});

it('TRACE is answered with nothing of what was sent', async () => {
  for (const url of ['/', '/api/plans', '/readyz']) {
    const sent = { 'x-internal': 'of-the-proxy' };
    const { statusCode, body } = await app.inject({ method: 'TRACE', url, headers: sent });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(body).not.toContain('of-the-proxy');
  }
});

describe('a file that was compressed by the build', () => {
  const get = (headers: Record<string, string> = {}) =>
    app.inject({ url: '/assets/a.js', headers });

  it.each([
    ['br', 'br, gzip', 'as brotli'],
    ['gzip', 'br;q=0, gzip', 'as gzip'],
    [undefined, 'br;q=0, *;q=0, identity', 'export {};'],
    [undefined, 'deflate', 'export {};'],
  ])('goes out as %s to who sends Accept-Encoding: %s', async (encoding, accepted, body) => {
    const reply = await get({ 'accept-encoding': accepted });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers.vary).toBe('accept-encoding');
    expect(reply.headers['content-length']).toBe(String(body.length));
    expect(reply.body).toBe(body);
  });

  it('is refused to who takes no encoding that there is', async () => {
    const reply = await get({ 'accept-encoding': 'zstd, identity;q=0' });
    expect(reply.statusCode).toBe(406);
    expect(reply.headers.vary).toBe('accept-encoding');
    expect(reply.body).toBe('');
  });

  it('has a tag for each encoding, by which only that one is known again', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (accepted) => (await get({ 'accept-encoding': accepted })).headers.etag as string,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    const [br = '', gzip = ''] = tags;
    for (const held of [br, `W/${br}`, `${gzip}, ${br}`, '*']) {
      const reply = await get({ 'accept-encoding': 'br', 'if-none-match': held });
      expect(reply.statusCode).toBe(304);
      expect(reply.headers.etag).toBe(br);
      expect(reply.body).toBe('');
    }
    const other = await get({ 'accept-encoding': 'br', 'if-none-match': gzip });
    expect(other.statusCode).toBe(200);
  });

  it('is described by HEAD, without its bytes', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const reply = await app.inject({ method: 'HEAD', url: '/assets/a.js?v=1', headers });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-length']).toBe('7');
    expect(reply.body).toBe('');
  });
});

it('an asset that is not there is no page of the client', async () => {
  const reply = await app.inject({ url: '/assets/b.js' });
  expect(reply.statusCode).toBe(404);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const posted = await app.inject({ method: 'POST', url: '/assets/a.js' });
  expect(posted.statusCode).toBe(404);
  expect(posted.json()).toMatchObject({ success: false });
});
