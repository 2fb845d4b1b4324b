import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import type { LoginKeys } from './keys.ts';
import { openProduct } from './service.ts';

/** The way into the products. */
export function loginRoutes(app: FastifyInstance, services: Services, keys: LoginKeys): void {
  route(app, endpoints.productLogin, async ({ params, user, request }) => ({
    url: await openProduct(services, keys, {
      userId: user.id,
      product: params.product,
      address: request.ip,
    }),
  }));
}

/** Where products fetch the public keys (RFC 7517). They may keep them for five minutes. */
export function publishKeys(app: FastifyInstance, { published }: LoginKeys): void {
  app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').type('application/jwk-set+json');
    return published;
  });
}
