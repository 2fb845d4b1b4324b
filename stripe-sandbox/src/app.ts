import Fastify, { type FastifyInstance } from 'fastify';
import type { Scheduler } from './clock/scheduler.ts';
import { newRequestId, serveApi, stampAnswer } from './http/api.ts';
import { errorBody, StripeError } from './http/errors.ts';
import { parseForm } from './http/form.ts';
import { isLocal } from './http/loopback.ts';
import { serveSwitches } from './http/switches.ts';
import { messagePage, sendPage } from './pages/layout.ts';
import { serveCheckout } from './pages/serve-checkout.ts';
import { serveInvoices } from './pages/serve-invoices.ts';
import { serveOperator } from './pages/serve-operator.ts';
import { servePortal } from './pages/serve-portal.ts';
import { apiRoutes } from './resources/routes.ts';
import type { Sandbox } from './work/sandbox.ts';

const BODY_LIMIT = 1_048_576;

/** The whole wiring: the API, the pages, the switches. */
export function buildApp(sandbox: Sandbox, scheduler: Scheduler): FastifyInstance {
  const app = Fastify({
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT,
    // An id of any length is one that nobody knows.
    routerOptions: { maxParamLength: 5_000 },
    forceCloseConnections: true,
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, parseForm(String(body))),
  );
  app.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/v1/');
    if (isApi) stampAnswer(request, reply, sandbox.clock.now());
    if (isLocal(request, sandbox.publicUrl)) return;
    const words = 'This address is for this machine only.';
    if (isApi) return reply.code(403).send(errorBody(new StripeError(403, words), request.id));
    return sendPage(reply, { ...messagePage('Not allowed', words), status: 403 });
  });
  serveApi(app, sandbox, scheduler, apiRoutes);
  serveSwitches(app, sandbox, scheduler);
  serveCheckout(app, sandbox);
  servePortal(app, sandbox);
  serveInvoices(app, sandbox);
  serveOperator(app, sandbox, scheduler);
  answerTheRest(app, sandbox);
  return app;
}

function answerTheRest(app: FastifyInstance, sandbox: Sandbox): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0];
    sandbox.log(`not served: ${request.method} ${path}`);
    if (!request.url.startsWith('/v1/')) {
      return sendPage(reply, {
        ...messagePage('Page not found', 'There is nothing at this address.'),
        status: 404,
      });
    }
    const error = new StripeError(
      404,
      `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    );
    return reply.code(404).send(errorBody(error, request.id));
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const known = error instanceof StripeError ? error : fromFastify(error);
    if (known.status >= 500)
      sandbox.log(`error: ${request.method} ${request.url.split('?')[0]}: ${error.stack}`);
    if (known.details.code === 'parameter_unknown') sandbox.log(`not served: ${known.message}`);
    if (!/^\/(v1|sandbox)\//.test(request.url)) {
      return sendPage(reply, {
        ...messagePage('That did not work', known.message),
        status: known.status,
      });
    }
    return reply.code(known.status).send(errorBody(known, request.id));
  });
}

function fromFastify(error: Error & { statusCode?: number }): StripeError {
  const status = error.statusCode ?? 500;
  if (status < 500) return new StripeError(status, error.message);
  return new StripeError(500, 'An unknown error occurred', { type: 'api_error' });
}
