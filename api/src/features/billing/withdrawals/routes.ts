import { endpoints } from 'contract/endpoints';
import { toPounds } from 'contract/format';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { refundPayment } from './refund.ts';
import { withdraw } from './service.ts';

/** Money that goes back: by withdrawing, and because an admin says so. */
export function withdrawalRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.withdraw, async ({ params, user, request }) => {
    await services.limits.afterCheckout.take(user.id);
    const by = { holderId: user.id, actorId: user.id, address: request.ip };
    const { refund, message } = await withdraw(services, { subscriptionId: params.id, ...by });
    return { message, refund: { amount: toPounds(refund) } };
  });

  route(app, endpoints.adminWithdraw, async ({ params, body, user, request }) => {
    const by = { actorId: user.id, address: request.ip, declaredOn: body.declared_on };
    const { refund, message } = await withdraw(services, { subscriptionId: params.id, ...by });
    return { message, refund: { amount: toPounds(refund) } };
  });

  route(app, endpoints.refundPayment, async ({ params, body, user, request }) => {
    const by = { actorId: user.id, address: request.ip };
    const message = await refundPayment(services, { paymentId: params.id, ...body, ...by });
    return { message, refund: { amount: toPounds(body.amount) } };
  });
}
