import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html, Html as Markup } from './html.ts';
import { STYLES } from './styles.ts';

const STYLE_HASH = createHash('sha256').update(STYLES).digest('base64');

/** What a page is made of. */
export interface Page {
  title: string;
  body: Html;
  width?: 'narrow' | 'wide';
  status?: number;
  /** Addresses outside that a form on the page may lead to. */
  leadsTo?: readonly (string | null)[];
}

/** Sends a page with headers that keep it out of frames, caches and other sites' reach. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const forms = ["'self'", ...originsOf(page.leadsTo ?? [])].join(' ');
  reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
  );
  reply.header('x-frame-options', 'DENY');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'same-origin');
  reply.header('cache-control', 'no-store');
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(documentOf(page).text);
}

/** A short page that only says something, with one way on. */
export function messagePage(
  title: string,
  text: string,
  link?: { href: string | null; label: string },
): Page {
  const onward = link?.href && html`<a class="button" href="${link.href}">${link.label}</a>`;
  const body = html`<div class="panel"><h1>${title}</h1><p class="price">${text}</p>${onward}</div>`;
  return { title, body, width: 'narrow' };
}

function documentOf({ title, body, width }: Page): Html {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLES)}</style>
</head>
<body>
<header class="test"><strong>Test mode</strong> No real money moves here.</header>
<main class="${width ?? 'wide'}">${body}</main>
</body>
</html>`;
}

function originsOf(addresses: readonly (string | null)[]): string[] {
  return addresses.flatMap((address) => {
    // Stripe's placeholder in a success address is not part of its origin.
    const parsed = address ? URL.parse(address) : null;
    return parsed && parsed.origin !== 'null' ? [parsed.origin] : [];
  });
}
