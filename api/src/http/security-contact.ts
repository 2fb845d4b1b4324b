import { brand } from 'contract/brand';
import type { FastifyInstance } from 'fastify';

/** Whom to tell of a hole, and until when that may be relied on: RFC 9116 asks for less than a year. */
const goodForDays = 180;
const dayMs = 86_400_000;

/** `siteUrl`: where the file says that it lives. It is as of today, so it never runs out. */
export function publishSecurityContact(app: FastifyInstance, siteUrl: string): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const until = new Date((Math.floor(Date.now() / dayMs) + goodForDays) * dayMs);
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8');
    return [
      `Contact: mailto:${brand.securityEmail}`,
      `Expires: ${until.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl}/.well-known/security.txt`,
      `Policy: ${siteUrl}/terms#acceptable-use`,
      '',
    ].join('\n');
  });
}
