import { endpoints } from 'contract/endpoints';
import { toPounds } from 'contract/format';
import * as messages from 'contract/messages';
import { shownSale } from 'contract/shown';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { readShown } from '../../agreements/shown.ts';
import { noteListOpened } from '../../audit/service.ts';
import { presentPage } from '../../lists/service.ts';
import { previewChange } from '../stripe/checkout/change-preview.ts';
import { confirmCheckout, openCheckout } from '../stripe/checkout/checkout.ts';
import { allSubscriptions } from './list.ts';
import { cancelledText, presentAdminSubscription, presentSubscription } from './present.ts';
import { readMine, refreshMine, setCancellation, updateCard } from './service.ts';
import { whyCancelled } from './why-cancelled.ts';

/** Subscribing, and what one holds. */
export function subscriptionRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.checkout, async ({ body, user, request }) => {
    await services.limits.checkout.take(user.id);
    const party = { id: user.id, address: request.ip };
    const { url, id } = await openCheckout(services, party, {
      productId: body.product_id,
      planId: body.pricing_plan_id,
      shown: readShown(shownSale, request),
    });
    return { message: messages.redirecting, checkout_url: url, session_id: id };
  });

  route(app, endpoints.previewChange, async ({ body, user }) => {
    await services.limits.checkout.take(user.id);
    const choice = { productId: body.product_id, planId: body.pricing_plan_id };
    return { data: await previewChange(services, user.id, choice) };
  });

  route(app, endpoints.confirmCheckout, async ({ body, user }) => {
    await services.limits.afterCheckout.take(user.id);
    return { status: await confirmCheckout(services, user.id, body.session_id) };
  });

  route(app, endpoints.listSubscriptions, async ({ user }) => {
    const { subscriptions, toConfirm, credit, charges } = await readMine(services, user.id);
    const now = services.stripeClock.now();
    return {
      subscriptions: subscriptions.map((row) =>
        presentSubscription(row, services.env.PRODUCT_LOGIN_TOKENS, {
          now,
          charge: charges.get(row.id),
          toConfirm: toConfirm.get(row.invoiceToConfirm ?? ''),
          mayOpen: user.mayOpenProducts,
        }),
      ),
      credit: credit === null ? null : toPounds(credit),
      email_verified: user.isVerified,
    };
  });

  route(app, endpoints.cancelSubscription, async ({ params, body, user }) => {
    await services.limits.afterCheckout.take(user.id);
    const row = await setCancellation(services, {
      userId: user.id,
      subscriptionId: params.id,
      ...body,
    });
    return { message: body.cancel ? cancelledText(row) : messages.cancellationUndone };
  });

  route(app, endpoints.updateCard, async ({ params, user }) => {
    await services.limits.checkout.take(user.id);
    return { url: await updateCard(services, { userId: user.id, subscriptionId: params.id }) };
  });

  route(app, endpoints.refreshSubscriptions, async ({ user }) => {
    await services.limits.checkout.take(user.id);
    await refreshMine(services, user.id);
    return {};
  });

  route(app, endpoints.adminListSubscriptions, async ({ query, user, request }) => {
    const now = services.stripeClock.now();
    const page = await allSubscriptions.page(services, query);
    const by = { actorId: user.id, address: request.ip };
    await noteListOpened(services, by, { list: 'subscriptions', query }, page);
    return presentPage('subscriptions', page, (row) => presentAdminSubscription(row, now));
  });

  route(app, endpoints.cancelFigures, async ({ user, request }) => {
    const data = await whyCancelled(services, services.stripeClock.now());
    const by = { actorId: user.id, address: request.ip };
    await noteListOpened(services, by, { list: 'cancellations' }, { rows: data.comments });
    return { data };
  });
}
