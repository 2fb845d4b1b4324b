import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * The security headers of an answer (product S19, S20), as helmet writes them. `scriptHashes` are the
 * inline scripts the build put into a page; no others may run.
 */
export function securityHeaders(scriptHashes: string[] = []): Record<string, string> {
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // Of use to browsers and plug-ins that are no more.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  write(request, response, () => {});
  return response.getHeaders() as Record<string, string>;
}

/** Sends the security headers with every answer of the API, which nobody may store. */
export function secureApi(app: FastifyInstance, headers: Record<string, string>): void {
  const always = { ...headers, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    done();
  });
}

const ofAssets = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
];

/** What scripts, styles, fonts and pictures need of them: the rest speaks only of documents. */
export const assetHeaders: Record<string, string> = Object.fromEntries(
  Object.entries(securityHeaders()).filter(([name]) => ofAssets.includes(name.toLowerCase())),
);

/** A drawing can be opened as a document, so nothing in it may run. */
export const drawingHeaders: Record<string, string> = {
  ...assetHeaders,
  'content-security-policy': "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'",
};
