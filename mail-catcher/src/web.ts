import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import Fastify, { type FastifyReply } from 'fastify';
import { isLoopbackHost, listenOnLoopback } from './loopback.ts';
import { MAIL_POLICY, mailDocument } from './page/mail-document.ts';
import { mailboxPage } from './page/mailbox-page.ts';
import type { Store } from './store.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = readFileSync(new URL('./page/style.css', import.meta.url), 'utf8');

type ById = { Params: { id: string }; Querystring: { view?: string } };
const byId = { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } };
const byReceiver = {
  schema: { querystring: { type: 'object', properties: { to: { type: 'string' } } } },
};

const page = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(html);

function build(store: Store) {
  const app = Fastify({ forceCloseConnections: true });
  const find = ({ id }: { id: string }) => store.find(Number(id));
  const missing = (reply: FastifyReply) => reply.code(404).send({ error: 'No such mail' });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
    });
    if (!isLoopbackHost(request.hostname)) {
      return reply.code(403).send({ error: 'The mail catcher answers on localhost only' });
    }
  });

  app.get<{ Querystring: { to?: string } }>('/api/messages', byReceiver, ({ query }) =>
    store.list(query.to),
  );
  app.get<ById>('/api/messages/:id', byId, (request, reply) =>
    reply.send(find(request.params) ?? missing(reply)),
  );
  app.delete('/api/messages', (_request, reply) => {
    store.clear();
    return reply.code(204).send();
  });

  app.get('/', (_request, reply) => page(reply, mailboxPage(store.list())));
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get<ById>('/messages/:id', byId, (request, reply) => {
    const open = find(request.params);
    if (!open) return missing(reply);
    const view = request.query.view === 'text' || !open.html ? 'text' : 'html';
    return page(reply, mailboxPage(store.list(), open, view));
  });
  app.get<ById>('/messages/:id/html', byId, (request, reply) => {
    const open = find(request.params);
    if (!open) return missing(reply);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(mailDocument(open.html));
  });
  return app;
}

/** Starts the pages and the API on loopback. Answers the port and how to stop. */
export async function startWeb(store: Store, port: number) {
  const app = build(store);
  await app.ready();
  const ipv6 = createServer((request, response) => app.routing(request, response));
  const taken = await listenOnLoopback(app.server, ipv6, port);
  return {
    port: taken,
    close: async () => {
      ipv6.close();
      ipv6.closeAllConnections();
      app.server.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
