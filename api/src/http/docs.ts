import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

/**
 * `/api/openapi.json` and a page to read it at `/api/docs`, made from the routes themselves. Few
 * ask for them and they weigh as much as all else, so a server of their own is made for the first
 * who does; the guards of this one are kept.
 */
export function documentApi(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  let pages: Promise<FastifyInstance> | undefined;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    pages ??= import('./docs-pages.ts').then(({ createDocs }) => createDocs(routes));
    const docs = await pages;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    docs.routing(request.raw, reply.raw);
  }
  for (const url of ['/openapi.json', '/docs', '/docs/*']) {
    app.get(url, { schema: { hide: true } }, answer);
  }
}
