import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { loadSite } from './pages.ts';

const inline = 'document.documentElement.dataset.early = "";';
const page = `<!doctype html><script>${inline}</script><script src="/assets/a.js"></script>
  <script type="application/ld+json">{"name":"x"}</script>`;

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
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  app = await createApp(server.services, server.database, await loadSite(folder));
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

it('a drawing that is opened as a page runs nothing', async () => {
  const { headers } = await app.inject({ url: '/icon.svg' });
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
