import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectOnRequest } from '../billing/collect.ts';
import { intentOf, methodFor } from '../billing/pay-invoice.ts';
import { failAuthentication } from '../billing/payment-intents.ts';
import { asksOnPage, type Behaviour } from '../cards/test-cards.ts';
import type { Doc } from '../store/documents.ts';
import { type Sandbox, transact } from '../work/sandbox.ts';
import type { Work } from '../work/work.ts';
import { textOf } from './card-form.ts';
import { authenticationPage } from './checkout-view.ts';
import { invoicePage, isPayable } from './invoice-view.ts';
import { messagePage, type Page, sendPage } from './layout.ts';

type Invoice = Doc<'invoice'>;
type Request = FastifyRequest<{ Params: { id: string } }>;
/** A page to show, or an address to go to. */
type Reaction = Page | string;

const NOT_CONFIRMED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Serves the hosted page of an invoice: to read it, to pay it, and to confirm that at the bank. */
export function serveInvoices(app: FastifyInstance, sandbox: Sandbox): void {
  const answer = (
    request: Request,
    reply: FastifyReply,
    react: (work: Work, invoice: Invoice) => Reaction,
  ) => {
    const reaction = transact(sandbox, (work): Reaction => {
      const invoice = work.store.find('invoice', request.params.id);
      if (invoice && invoice.status !== 'draft') return react(work, invoice);
      return { ...messagePage('Page not found', 'There is no invoice here.'), status: 404 };
    });
    if (typeof reaction === 'string') return reply.redirect(reaction, 303);
    return sendPage(reply, reaction);
  };
  app.get('/i/:id', (request: Request, reply) =>
    answer(request, reply, (work, invoice) => invoicePage(work, invoice)),
  );
  app.post('/i/:id/pay', (request: Request, reply) =>
    answer(request, reply, (work, invoice) =>
      asksAtBank(work, invoice) ? `/i/${invoice.id}/authenticate` : pay(work, invoice),
    ),
  );
  app.get('/i/:id/authenticate', (request: Request, reply) =>
    answer(request, reply, (work, invoice) =>
      asksAtBank(work, invoice)
        ? authenticationPage(`/i/${invoice.id}/authenticate`)
        : `/i/${invoice.id}`,
    ),
  );
  app.post('/i/:id/authenticate', (request: Request, reply) =>
    answer(request, reply, (work, invoice) => {
      if (!isPayable(invoice)) return `/i/${invoice.id}`;
      if (textOf(request.body, 'outcome') === 'complete') return pay(work, invoice);
      const intent = intentOf(work, invoice.id);
      if (intent) failAuthentication(work, intent);
      return { ...invoicePage(work, invoice, NOT_CONFIRMED), status: 402 };
    }),
  );
}

/** Whether the card that would pay asks its holder first. */
function asksAtBank(work: Work, invoice: Invoice): boolean {
  const secret = work.store.secret('payment_method', methodFor(work, invoice) ?? '');
  return isPayable(invoice) && asksOnPage((secret?.behaviour ?? 'pays') as Behaviour);
}

function pay(work: Work, invoice: Invoice): Reaction {
  if (!isPayable(invoice)) return `/i/${invoice.id}`;
  const { refusal } = collectOnRequest(work, invoice, null, true);
  if (!refusal) return `/i/${invoice.id}`;
  return { ...invoicePage(work, work.get('invoice', invoice.id), refusal.message), status: 402 };
}
