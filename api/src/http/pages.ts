import * as messages from 'contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from './encodings.ts';
import { refuse } from './error-handler.ts';
import { assetHeaders, securityHeaders } from './security.ts';
import { isAsset, type Page, type Site } from './site.ts';

const fallbackFile = '/__spa-fallback.html';
const notFoundPage = '/404';
/** Addresses that only the client knows how to draw. */
const clientOnly = /^\/(user|admin)(\/|$)/;

/** Pages that have other contents where their query names them, written for each request. */
export interface Variants {
  addresses: string[];
  /** The name of other contents in a query, if there is one. */
  nameIn(query: unknown): string | undefined;
  /** Writes the page that is named, in place of the one that the build wrote; undefined for none. */
  write(page: string, named: string): Promise<string | undefined>;
}

/** A file of another release, by its address, if that is kept. */
export type FindAsset = (address: string) => Promise<Page | undefined>;

/**
 * Serves the site: prerendered pages and assets as they are, those of other releases as they were kept, the client's
 * own addresses with the fallback page, and everything else with the 'not found' page and 404.
 */
export function serveSite(
  app: FastifyInstance,
  site: Site,
  { variants, findAsset }: { variants?: Variants; findAsset?: FindAsset } = {},
): void {
  const senders = new Map([...site].map(([address, page]) => [address, createSender(page)]));
  const fallback = senders.get(fallbackFile);
  const notFound = senders.get(notFoundPage) ?? fallback;
  const hidden = { schema: { hide: true } };
  // Assets are many, and a route each would take longer to make than all the rest of the server.
  if ([...senders.keys()].some(isAsset)) {
    app.get('/assets/*', hidden, (request, reply) => {
      const send = senders.get(pathOf(request));
      return send ? send(request, reply, 200) : sendKept(request, reply);
    });
  }
  for (const [address, send] of senders) {
    if (address === notFoundPage || isAsset(address)) continue;
    app.get(address, hidden, (request, reply) => {
      const named = variants?.addresses.includes(address) && variants.nameIn(request.query);
      return named ? sendVariant(address, named, request, reply) : send(request, reply, 200);
    });
  }

  async function sendKept(request: FastifyRequest, reply: FastifyReply) {
    // Another process may have it, and a cache that kept a refusal would keep it from everybody.
    reply.headers({ ...assetHeaders, 'cache-control': 'no-store', 'x-request-id': request.id });
    const kept = await findAsset?.(pathOf(request));
    if (kept) return createSender(kept)(request, reply, 200);
    return reply.code(404).type('text/plain; charset=utf-8').send(messages.notFound);
  }

  async function sendVariant(
    address: string,
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { guard, type, variants: encodings } = site.get(address) as Page;
    const html = await variants?.write(String(encodings.get('identity')?.bytes), name);
    if (html === undefined) return notFound?.(request, reply, 404);
    reply.headers({ ...guard, 'cache-control': 'public, no-cache', 'x-robots-tag': 'noindex' });
    return reply.header('x-request-id', request.id).type(type).send(html);
  }

  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !fallback || !notFound) {
      reply.headers(securityHeaders()).header('x-request-id', request.id);
      return refuse(reply, 404, messages.notFound);
    }
    const isClientOnly = clientOnly.test(pathOf(request));
    return isClientOnly ? fallback(request, reply, 200) : notFound(request, reply, 404);
  });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

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
    vary: 'accept-encoding',
  };
  const answers = new Map(
    [...page.variants].map(([encoding, { etag, bytes }]) => {
      const unchanged = Object.entries({ ...shared, etag }).flat();
      const length = ['content-length', String(bytes.length)];
      const coding = encoding === 'identity' ? [] : ['content-encoding', encoding];
      return [encoding, { etag, bytes, unchanged, head: [...unchanged, ...length, ...coding] }];
    }),
  );

  return (request, reply, status) => {
    const { headers } = request;
    const encoding = acceptedEncodings(headers['accept-encoding']).find((one) => answers.has(one));
    const answer = encoding && answers.get(encoding);
    reply.hijack();
    const id = ['x-request-id', request.id];
    if (!answer) reply.raw.writeHead(406, { ...shared, 'x-request-id': request.id }).end();
    else if (status === 200 && isHeld(headers['if-none-match'], answer.etag)) {
      reply.raw.writeHead(304, [...answer.unchanged, ...id]).end();
    } else reply.raw.writeHead(status, [...answer.head, ...id]).end(answer.bytes);
  };
}

/** Whether an If-None-Match names this tag. One that a proxy made weak stands for it, too. */
function isHeld(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')));
}
