import { endpoints } from 'contract/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearer } from '../../http/access.ts';
import { Tagged } from '../../http/etag.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { askAccess, listChanges } from './access.ts';
import { listDeliveries, resend } from './deliveries.ts';
import {
  createEndpoint,
  listEndpoints,
  removeEndpoint,
  resendSince,
  rotateSecret,
  sendTest,
  switchOn,
} from './endpoints.ts';
import { createKey, endKey, listKeys } from './keys.ts';

/** What products ask, each with a key of its own. */
export function accessRoutes(app: FastifyInstance, services: Services): void {
  const keyOf = (request: FastifyRequest) => bearer(request) ?? '';

  route(app, endpoints.readAccess, async ({ params, request }) => {
    const asking = { product: params.product, key: keyOf(request) };
    const data = await askAccess(services, asking, params.user_id);
    return new Tagged(`${params.product}-${data.version}`, { data });
  });

  route(app, endpoints.listAccess, ({ params, query, request }) =>
    listChanges(services, { product: params.product, key: keyOf(request) }, query),
  );
}

/** What admins do to how products are connected. */
export function connectionRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listProductKeys, async ({ params }) => ({
    data: await listKeys(services, params.product),
  }));

  route(app, endpoints.createProductKey, async ({ params, body, user, request }) => {
    const act = { adminId: user.id, address: request.ip, product: params.product };
    return {
      message: 'Key made. Copy it now: it is not shown again.',
      data: await createKey(services, act, body),
    };
  });

  route(app, endpoints.deleteProductKey, async ({ params, user, request }) => {
    const act = { adminId: user.id, address: request.ip, product: params.product };
    await endKey(services, act, params.id);
    return { message: 'Key ended' };
  });

  route(app, endpoints.listProductEndpoints, async ({ params }) => ({
    data: await listEndpoints(services, params.product),
  }));

  route(app, endpoints.createProductEndpoint, async ({ params, body, user, request }) => {
    const act = { adminId: user.id, address: request.ip, product: params.product };
    return {
      message: 'Endpoint added. Copy its secret now: it is not shown again.',
      data: await createEndpoint(services, act, body.url),
    };
  });

  route(app, endpoints.deleteProductEndpoint, async ({ params, user, request }) => {
    await removeEndpoint(services, { adminId: user.id, address: request.ip, ...params });
    return { message: 'Endpoint removed' };
  });

  route(app, endpoints.rotateProductEndpoint, async ({ params, user, request }) => ({
    message: 'New secret made. Copy it now: it is not shown again.',
    data: await rotateSecret(services, { adminId: user.id, address: request.ip, ...params }),
  }));

  route(app, endpoints.testProductEndpoint, async ({ params, user, request }) => ({
    message: 'Test event queued',
    data: await sendTest(services, { adminId: user.id, address: request.ip, ...params }),
  }));

  route(app, endpoints.enableProductEndpoint, async ({ params, user, request }) => {
    await switchOn(services, { adminId: user.id, address: request.ip, ...params });
    return { message: 'Endpoint switched on' };
  });

  route(app, endpoints.resendSince, async ({ params, body, user, request }) => {
    const act = { adminId: user.id, address: request.ip, ...params };
    const count = await resendSince(services, act, new Date(body.since));
    return { message: 'Deliveries queued again', data: { count } };
  });

  route(app, endpoints.listDeliveries, ({ params, query }) =>
    listDeliveries(services, { product: params.product, ...query }, query),
  );

  route(app, endpoints.resendDelivery, async ({ params, user, request }) => {
    await resend(services, { adminId: user.id, address: request.ip }, params.id);
    return { message: 'Delivery queued again' };
  });
}
