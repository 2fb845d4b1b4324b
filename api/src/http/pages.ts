import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { messages } from 'contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './error-handler.ts';
import { assetHeaders, drawingHeaders, securityHeaders } from './security.ts';

interface Page {
  etag: string;
  /** What guards it in the browser; a page's own policy names its own inline scripts. */
  guard: Record<string, string>;
  type: string;
  cacheControl: string;
  /** As it is, and as it was compressed by the build. */
  bodies: { encoding: 'br' | 'gzip' | null; bytes: Buffer }[];
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

const fallbackFile = '/__spa-fallback.html';
const notFoundPage = '/404';
/** Addresses that only the client knows how to draw. */
const clientOnly = /^\/(user|admin)(\/|$)/;

/** The built site, held in memory as it is served, by address. */
export type Site = Map<string, Page>;

/** Reads the build with the compressed copies that lie beside its files. */
export async function loadSite(directory: string): Promise<Site> {
  const pages: Site = new Map();
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const type = types[extname(file.name)];
    if (!file.isFile() || !type) continue;
    const address = `/${relative(directory, path)}`;
    const plain = await readFile(path);
    const compressed = [
      { encoding: 'br', bytes: await readFile(`${path}.br`).catch(() => null) },
      { encoding: 'gzip', bytes: await readFile(`${path}.gz`).catch(() => null) },
    ] as const;
    const page: Page = {
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      type,
      guard: guardOf(type, plain),
      cacheControl: address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, no-cache',
      bodies: [
        ...compressed.flatMap(({ encoding, bytes }) => (bytes ? [{ encoding, bytes }] : [])),
        { encoding: null, bytes: plain },
      ],
    };
    pages.set(address.replace(/\/index\.html$/, '') || '/', page);
  }
  return pages;
}

function guardOf(type: string, bytes: Buffer): Record<string, string> {
  if (type.startsWith('text/html')) return securityHeaders(inlineScriptHashes(bytes));
  return type === types['.svg'] ? drawingHeaders : assetHeaders;
}

/** CSP sources for the inline scripts of a page. Structured data is not run, so it needs none. */
function inlineScriptHashes(html: Buffer): string[] {
  const scripts = html
    .toString('utf8')
    .matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
}

/**
 * Serves the site: prerendered pages and assets as they are, the client's own addresses with the
 * fallback page, and everything else with the 'not found' page and 404.
 */
export function serveSite(app: FastifyInstance, site: Site): void {
  const senders = new Map([...site].map(([address, page]) => [address, createSender(page)]));
  const fallback = senders.get(fallbackFile);
  const notFound = senders.get(notFoundPage) ?? fallback;
  senders.delete(notFoundPage);
  for (const [address, send] of senders) {
    app.get(address, { schema: { hide: true } }, (request, reply) => send(request, reply, 200));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !fallback || !notFound) {
      return refuse(reply.headers(securityHeaders()), 404, messages.notFound);
    }
    return clientOnly.test(path) ? fallback(request, reply, 200) : notFound(request, reply, 404);
  });
}

type Sender = (request: FastifyRequest, reply: FastifyReply, status: 200 | 404) => void;

/**
 * Everything about a page but the caller's preference is known beforehand, so an answer is one
 * write of ready-made headers and one of ready-made bytes, past Fastify's own reply.
 */
function createSender(page: Page): Sender {
  const shared = {
    ...page.guard,
    'content-type': page.type,
    'cache-control': page.cacheControl,
    etag: page.etag,
    vary: 'accept-encoding',
  };
  const variants = page.bodies.map(({ encoding, bytes }) => ({
    encoding,
    bytes,
    head: Object.entries({
      ...shared,
      'content-length': String(bytes.length),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    }).flat(),
  }));
  const unchanged = Object.entries(shared).flat();

  return (request, reply, status) => {
    reply.hijack();
    if (status === 200 && request.headers['if-none-match'] === page.etag) {
      reply.raw.writeHead(304, unchanged).end();
      return;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const variant = variants.find(({ encoding }) => !encoding || accepted.includes(encoding));
    reply.raw.writeHead(status, variant?.head).end(variant?.bytes);
  };
}
