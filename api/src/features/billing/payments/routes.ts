import { endpoints } from 'contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { FileAnswer, route } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { noteListOpened } from '../../audit/service.ts';
import { presentPage } from '../../lists/service.ts';
import { allPayments } from './list.ts';
import { presentAdminPayment, presentPayment } from './present.ts';
import { invoicePage, listMine } from './service.ts';
import { statementOf } from './statement.ts';

/** What was paid, by oneself and by everybody. */
export function paymentRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listPayments, async ({ query, user }) => ({
    payments: (await listMine(services, user.id, query)).map(presentPayment),
  }));

  route(app, endpoints.openInvoice, async ({ params, user }) => {
    await services.limits.afterCheckout.take(user.id);
    return { url: await invoicePage(services, user.id, params.id) };
  });

  route(app, endpoints.statement, async ({ query: { from, to, format }, user }) => {
    const data = await statementOf(services, user.id, { from, to });
    if (format === 'json') return { data };
    // Read only when somebody wants a file.
    const { statementPdf } = await import('./statement-pdf.ts');
    return new FileAnswer(`statement-${from}-${to}.pdf`, 'application/pdf', statementPdf(data));
  });

  route(app, endpoints.adminListPayments, async ({ query, user, request }) => {
    const page = await allPayments.page(services, query);
    const by = { actorId: user.id, address: request.ip };
    await noteListOpened(services, by, { list: 'payments', query }, page);
    return presentPage('payments', page, presentAdminPayment);
  });
}
