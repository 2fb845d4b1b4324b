import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Encoding } from './encodings.ts';
import { assetHeaders, drawingHeaders, securityHeaders } from './security.ts';

/** A file of the site in one encoding, with the tag by which a cache knows it. */
interface Variant {
  etag: string;
  bytes: Buffer;
}

export interface Page {
  /** What guards it in the browser; a page's own policy names its own inline scripts. */
  guard: Record<string, string>;
  type: string;
  cacheControl: string;
  /** As it is, and as it was compressed by the build. */
  variants: Map<Encoding, Variant>;
}

/** The built site, held in memory as it is served, by address. */
export type Site = Map<string, Page>;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** Reads the build with the compressed copies that lie beside its files. Throws when there is none. */
export function loadSite(directory: string): Site {
  const site: Site = new Map();
  // One after the other: a start has nothing else to do, and this is the least work.
  for (const file of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || !types[extname(file.name)]) continue;
    const address = `/${relative(directory, path)}`;
    site.set(address.replace(/\/index\.html$/, '') || '/', readPage(path, address));
  }
  return site;
}

function readPage(path: string, address: string): Page {
  const readEnding = (ending: string) =>
    existsSync(path + ending) ? readFileSync(path + ending) : undefined;
  return pageOf(address, {
    identity: readFileSync(path),
    br: readEnding('.br'),
    gzip: readEnding('.gz'),
  });
}

/** A file as it is served, by its address and its bytes in each encoding that there is. */
export function pageOf(
  address: string,
  {
    identity,
    ...compressed
  }: { identity: Buffer } & Partial<Record<Encoding, Buffer | null | undefined>>,
): Page {
  const type = types[extname(address)] as string;
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const variants = new Map<Encoding, Variant>([
    ['identity', { etag: `"${hash}"`, bytes: identity }],
  ]);
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = compressed[encoding];
    // A tag stands for the very bytes, so each encoding has one of its own.
    if (bytes) variants.set(encoding, { etag: `"${hash}-${encoding}"`, bytes });
  }
  const cacheControl = isAsset(address)
    ? 'public, max-age=31536000, immutable'
    : 'public, no-cache';
  return { type, guard: guardOf(type, identity), cacheControl, variants };
}

/** Whether an address names its contents, so that it never means anything else. */
export const isAsset = (address: string): boolean => address.startsWith('/assets/');

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
