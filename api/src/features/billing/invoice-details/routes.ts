import { endpoints } from 'contract/endpoints';
import * as messages from 'contract/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { detailsOf, saveDetails } from './service.ts';

/** Who is billed on one's invoices. */
export function invoiceDetailsRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.readInvoiceDetails, async ({ user }) => {
    await services.limits.afterCheckout.take(user.id);
    return { details: await detailsOf(services, user.id) };
  });

  route(app, endpoints.saveInvoiceDetails, async ({ body, user }) => {
    await services.limits.afterCheckout.take(user.id);
    const details = await saveDetails(services, user.id, body);
    return { message: messages.invoiceDetailsSaved, details };
  });
}
