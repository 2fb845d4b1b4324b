import * as messages from 'contract/messages';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Database } from './db/client.ts';
import type { Env } from './env.ts';
import { emailRoutes } from './features/accounts/email-routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { agreementRoutes } from './features/agreements/routes.ts';
import { legalVersionsOf } from './features/agreements/version-page.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { auditRepeatable, type Entry } from './features/audit/service.ts';
import { invoiceDetailsRoutes } from './features/billing/invoice-details/routes.ts';
import { readLoginKeys } from './features/billing/logins/keys.ts';
import { loginRoutes, publishKeys } from './features/billing/logins/routes.ts';
import { paymentRoutes } from './features/billing/payments/routes.ts';
import { planRoutes } from './features/billing/plans/routes.ts';
import { priceMoveRoutes } from './features/billing/price-moves/routes.ts';
import { reconciliationRoutes } from './features/billing/reconciliation/routes.ts';
import { eventRoutes } from './features/billing/stripe/events/routes.ts';
import { webhookRoute } from './features/billing/stripe/events/webhook.ts';
import { subscriptionRoutes } from './features/billing/subscriptions/routes.ts';
import { withdrawalRoutes } from './features/billing/withdrawals/routes.ts';
import { dashboardRoutes } from './features/dashboards/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { operationsRoutes } from './features/operations/routes.ts';
import { ownDataRoutes } from './features/own-data/routes.ts';
import { accessRoutes, connectionRoutes } from './features/products/routes.ts';
import { createFindAsset } from './features/releases/assets.ts';
import { retentionRoutes } from './features/retention/routes.ts';
import { secondFactorRoutes } from './features/second-factors/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { allowOrigins } from './http/cors.ts';
import { documentApi } from './http/docs.ts';
import { handleError, refuse } from './http/error-handler.ts';
import { createReadiness, healthRoutes } from './http/health.ts';
import { acceptJson } from './http/json-body.ts';
import { shedLoad } from './http/overload.ts';
import { serveSite } from './http/pages.ts';
import { noteRoutes, requestIdOf, watchRequests } from './http/request-life.ts';
import { createRequestLog } from './http/request-log.ts';
import { secureApi, securityHeaders } from './http/security.ts';
import { publishSecurityContact } from './http/security-contact.ts';
import type { Site } from './http/site.ts';
import { stopForRequestsOnly } from './http/stopping.ts';
import { answerVisitorsAtOnce } from './http/visitors.ts';
import type { Services } from './services.ts';
import { requestAnswered } from './telemetry/happenings.ts';

/** The whole server: its limits, its guards, one line for each feature, and the site. */
export async function createApp(
  services: Services,
  database: Database,
  site: Site,
): Promise<FastifyInstance> {
  const headers = securityHeaders();
  const loginKeys = await readLoginKeys(services.env.PRODUCT_LOGIN_KEYS);
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      return handleError(error, request, reply);
    },
    trustProxy: services.env.TRUSTED_PROXIES,
    // `stopForRequestsOnly` does it (product E84).
    return503OnClosing: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // Node looks for the slow only every half minute unless told.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  } as FastifyServerOptions) as unknown as FastifyInstance;

  app.setValidatorCompiler(() => () => true);
  app.decorate('sessions', services.sessions);
  app.decorate('audit', (entry: Entry & { actorId: string }) => auditRepeatable(services, entry));
  app.decorate('readiness', createReadiness(database));
  app.decorateRequest('user', null);
  app.setErrorHandler(handleError);
  noteRoutes(app);
  stopForRequestsOnly(app, headers);
  acceptJson(app);
  serveSite(app, site, {
    variants: legalVersionsOf(services.db),
    findAsset: createFindAsset(services.db),
  });
  await app.register(async (scope) => {
    secureApi(scope, headers);
    healthRoutes(scope);
    publishKeys(scope, loginKeys);
    publishSecurityContact(scope, services.env.APP_URL);
  });
  await app.register(
    async (api) => {
      answerVisitorsAtOnce(api);
      secureApi(api, headers);
      allowOrigins(api, services.env.CORS_ORIGINS);
      shedLoad(api, 400);
      if (servesDocs(services.env)) documentApi(api);
      accountRoutes(api, services);
      emailRoutes(api, services);
      agreementRoutes(api, services);
      secondFactorRoutes(api, services);
      planRoutes(api, services);
      subscriptionRoutes(api, services);
      paymentRoutes(api, services);
      invoiceDetailsRoutes(api, services);
      withdrawalRoutes(api, services);
      loginRoutes(api, services, loginKeys);
      webhookRoute(api, services);
      reconciliationRoutes(api, services);
      priceMoveRoutes(api, services);
      dashboardRoutes(api, services);
      userRoutes(api, services);
      viewRoutes(api, services);
      auditRoutes(api, services);
      eventRoutes(api, services);
      operationsRoutes(api, services);
      exportRoutes(api, services);
      ownDataRoutes(api, services);
      retentionRoutes(api, services);
      accessRoutes(api, services);
      connectionRoutes(api, services);
      api.setNotFoundHandler((_request, reply) => refuse(reply, 404, messages.notFound));
    },
    { prefix: '/api' },
  );
  const log = createRequestLog(services.log);
  watchRequests(app, (request) => {
    log(request);
    requestAnswered.tell(request);
  });
  return app;
}

/** They tell a stranger every call there is, so production serves them only when told to. */
function servesDocs({ API_DOCS, NODE_ENV }: Env): boolean {
  return API_DOCS === undefined ? NODE_ENV !== 'production' : API_DOCS === 'true';
}
