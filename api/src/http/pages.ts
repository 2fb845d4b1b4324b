import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { messages } from 'contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './error-handler.ts';

interface Page {
  etag: string;
  type: string;
  cacheControl: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
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
/** Addresses that only the client knows how to draw. */
const clientOnly = /^\/(user|admin)(\/|$)/;

/** The built site, held in memory as it is served. */
export interface Site {
  pages: Map<string, Page>;
  /** CSP sources for the inline scripts of the built pages. */
  scriptHashes: string[];
}

/** Reads the build with the compressed copies that lie beside its files. */
export async function loadSite(directory: string): Promise<Site> {
  const pages = new Map<string, Page>();
  const hashes = new Set<string>();
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const type = types[extname(file.name)];
    if (!file.isFile() || !type) continue;
    const address = `/${relative(directory, path)}`;
    const plain = await readFile(path);
    const page: Page = {
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      type,
      cacheControl: address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, no-cache',
      plain,
      br: await readFile(`${path}.br`).catch(() => undefined),
      gzip: await readFile(`${path}.gz`).catch(() => undefined),
    };
    pages.set(address.replace(/\/index\.html$/, '') || '/', page);
    if (type.startsWith('text/html'))
      for (const hash of inlineScriptHashes(plain)) hashes.add(hash);
  }
  return { pages, scriptHashes: [...hashes] };
}

function inlineScriptHashes(html: Buffer): string[] {
  const scripts = html
    .toString('utf8')
    .matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  );
}

/**
 * Serves the site: prerendered pages and assets as they are, the client's own addresses with the
 * fallback page, and everything else with that page and 404.
 */
export function serveSite(app: FastifyInstance, { pages }: Site): void {
  for (const [address, page] of pages) {
    app.get(address, { schema: { hide: true } }, (request, reply) => send(request, reply, page));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const page = pages.get(path.replace(/\/$/, '')) ?? pages.get(fallbackFile);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || path === '/api' || path.startsWith('/api/') || !page) {
      return refuse(reply, 404, messages.notFound);
    }
    const isKnown = page !== pages.get(fallbackFile) || clientOnly.test(path);
    reply.code(isKnown ? 200 : 404);
    return send(request, reply, page);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .header('etag', page.etag)
    .header('cache-control', page.cacheControl)
    .header('vary', 'accept-encoding')
    .type(page.type);
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) {
    return reply.code(304).send();
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  if (page.br && /\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(page.br);
  }
  if (page.gzip && /\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(page.gzip);
  }
  return reply.send(page.plain);
}
