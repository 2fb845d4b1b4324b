import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cancelNow, endingAt, goingOn } from '../billing/cancel-subscription.ts';
import { changeItems } from '../billing/change-subscription.ts';
import { replaceCard } from '../billing/save-card.ts';
import { refusalToSave } from '../cards/test-cards.ts';
import { StripeError } from '../http/errors.ts';
import type { Doc } from '../store/documents.ts';
import { type Sandbox, transact } from '../work/sandbox.ts';
import type { Work } from '../work/work.ts';
import { readCardForm } from './card-form.ts';
import { html } from './html.ts';
import { messagePage, type Page, sendPage } from './layout.ts';
import { billingSection, customerPage, saveCustomer } from './portal-customer.ts';
import { prorationRule, updateConfirmPage } from './portal-update-view.ts';
import {
  cancelPage,
  homePage as homeWith,
  paymentMethodPage,
  portalPage,
  portalPath,
} from './portal-view.ts';

type Session = Doc<'billing_portal.session'>;
type Subscription = Doc<'subscription'>;
type Request = FastifyRequest<{
  Params: { id: string };
  Querystring: { subscription?: string; done?: string };
}>;
/** A page to show, or an address to go to. */
type Reaction = Page | string;
type Step = (work: Work, session: Session, request: Request) => Reaction;

const DONE: Record<string, string> = {
  card: 'Your new card is saved.',
  customer: 'Your billing information is saved.',
  cancel: 'Your subscription will end. You are not charged again.',
  keep: 'Your subscription goes on.',
  update: 'Your plan is changed.',
};

const homePage = (work: Work, session: Session, notice: string | null) =>
  homeWith(work, session, { notice, billing: billingSection(work, session) });

/** Serves the billing portal: its home, and the flows a session can lead straight to. */
export function servePortal(app: FastifyInstance, sandbox: Sandbox): void {
  const on = (method: 'get' | 'post', path: string, step: Step) =>
    app[method](`/p/session/:id${path}`, (request: Request, reply) =>
      answer(reply, () => transact(sandbox, (work) => run(work, request, step))),
    );
  on('get', '', start);
  on('get', '/payment-method', (_, session) => paymentMethodPage(session));
  on('post', '/payment-method', saveNewCard);
  on('get', '/customer', (work, session) => customerPage(work, session));
  on(
    'post',
    '/customer',
    (work, session, request) =>
      saveCustomer(work, session, request.body) ?? finish(session, 'customer'),
  );
  on('get', '/cancel', (work, session, request) =>
    cancelPage(work, session, target(work, session, request)),
  );
  on('post', '/cancel', cancel);
  on('post', '/keep', (work, session, request) => {
    const subscription = target(work, session, request);
    const event = 'customer.subscription.updated';
    work.change('subscription', subscription.id, goingOn(subscription), event);
    return `${portalPath(session)}?done=keep`;
  });
  app.post('/p/session/:id/update', (request: Request, reply) =>
    answer(reply, () => confirmUpdate(sandbox, request)),
  );
}

function answer(reply: FastifyReply, react: () => Reaction): FastifyReply {
  const reaction = react();
  if (typeof reaction === 'string') return reply.redirect(reaction, 303);
  return sendPage(reply, reaction);
}

function run(work: Work, request: Request, step: Step): Reaction {
  const session = work.store.find('billing_portal.session', request.params.id);
  if (session && work.store.find('customer', session.customer)) {
    if (hasExpired(work, session)) return expiredPage(session);
    if (isArchived(work, session)) return archivedPage(session);
    work.save('billing_portal.session', session, { usedAt: work.now(session.customer) });
    return step(work, session, request);
  }
  return { ...messagePage('Page not found', 'There is no portal at this address.'), status: 404 };
}

/** Seconds for which a session waits for its first use, and for the next after that. */
const [UNUSED, IDLE] = [5 * 60, 3_600];

function hasExpired(work: Work, session: Session): boolean {
  const usedAt = work.store.secret('billing_portal.session', session.id)?.usedAt ?? null;
  const since = usedAt ?? session.created;
  return work.now(session.customer) - since > (usedAt === null ? UNUSED : IDLE);
}

function expiredPage({ return_url }: Session): Page {
  const words = 'Go back and open it again.';
  const link = { href: return_url, label: 'Go back' };
  return { ...messagePage('Page expired', words, link), status: 410 };
}

/** Whether a session asks for a price that was archived since, and that the subscription does not have. */
function isArchived(work: Work, { flow }: Session): boolean {
  const confirm = flow?.subscription_update_confirm;
  const held = work.store.find('subscription', confirm?.subscription ?? '')?.items.data ?? [];
  return (confirm?.items ?? []).some(
    ({ price }) =>
      price && !work.get('price', price).active && !held.some((item) => item.price.id === price),
  );
}

function archivedPage({ return_url }: Session): Page {
  const words = 'This plan is not sold at this price any more. Nothing was changed.';
  const link = { href: return_url, label: 'Go back' };
  return { ...messagePage('Plan not available', words, link), status: 400 };
}

/** The page a session opens on: its flow once, the home afterwards. */
function start(work: Work, session: Session, request: Request): Reaction {
  const notice = DONE[request.query.done ?? ''] ?? null;
  const type = session.flow?.type;
  if (notice || !type) return homePage(work, session, notice);
  if (type === 'payment_method_update') return paymentMethodPage(session);
  const subscription = target(work, session, request);
  if (type === 'subscription_cancel') {
    return subscription.cancel_at === null
      ? cancelPage(work, session, subscription)
      : homePage(work, session, DONE.cancel ?? null);
  }
  if (type === 'subscription_update_confirm' && !changed(session, subscription)) {
    return updateConfirmPage(work, session, subscription, null);
  }
  return homePage(
    work,
    session,
    type === 'subscription_update_confirm' ? (DONE.update ?? null) : null,
  );
}

/** Whether a subscription already is what the session asks to make of it. */
function changed(session: Session, { items }: Subscription): boolean {
  const asked = session.flow?.subscription_update_confirm?.items ?? [];
  return asked.every(({ id, price }) =>
    items.data.some((item) => item.id === id && (price === null || item.price.id === price)),
  );
}

/** The subscription a flow or a link names; it must be live and the customer's own. */
function target(work: Work, session: Session, request: Request): Subscription {
  const { flow } = session;
  const id =
    request.query.subscription ??
    flow?.subscription_cancel?.subscription ??
    flow?.subscription_update_confirm?.subscription ??
    flow?.subscription_update?.subscription ??
    '';
  const subscription = work.get('subscription', id);
  if (subscription.customer === session.customer && subscription.ended_at === null)
    return subscription;
  throw new StripeError(404, 'This subscription has ended.');
}

function saveNewCard(work: Work, session: Session, request: Request): Reaction {
  const { card, errors, kept } = readCardForm(request.body, work.now(session.customer));
  if (!card) return paymentMethodPage(session, { errors, kept, status: 422 });
  const refusal = refusalToSave(card.behaviour);
  if (refusal) return paymentMethodPage(session, { kept, message: refusal.message, status: 402 });
  replaceCard(work, session.customer, card);
  return finish(session, 'card');
}

function cancel(work: Work, session: Session, request: Request): Reaction {
  const subscription = target(work, session, request);
  const { features } = work.get('billing_portal.configuration', session.configuration);
  if (features.subscription_cancel.mode === 'immediately') {
    const prorate = features.subscription_cancel.proration_behavior !== 'none';
    cancelNow(work, subscription, { prorate, invoiceNow: prorate, details: {} });
    return finish(session, 'cancel');
  }
  if (subscription.cancel_at === null) {
    const end = Math.min(...subscription.items.data.map((item) => item.current_period_end));
    const changes = endingAt(work, subscription, end);
    work.change('subscription', subscription.id, changes, 'customer.subscription.updated');
  }
  return finish(session, 'cancel');
}

/** Makes the change a session names. A refused card undoes it and shows why. */
function confirmUpdate(sandbox: Sandbox, request: Request): Reaction {
  try {
    return transact(sandbox, (work) => run(work, request, update));
  } catch (error) {
    if (!(error instanceof StripeError && error.status < 404)) throw error;
    const { message } = error;
    return transact(sandbox, (work) =>
      run(work, request, (again, session) =>
        updateConfirmPage(again, session, target(again, session, request), message),
      ),
    );
  }
}

function update(work: Work, session: Session, request: Request): Reaction {
  const subscription = target(work, session, request);
  if (changed(session, subscription)) return finish(session, 'update');
  const items = session.flow?.subscription_update_confirm?.items ?? [];
  changeItems(work, subscription, items, {
    behaviour: prorationRule(work, session),
    mustPay: true,
    onSession: true,
  });
  return finish(session, 'update');
}

/** Where the session wants its customer to go when the thing is done. */
function finish(session: Session, done: string): Reaction {
  const after = session.flow?.after_completion;
  if (after?.type === 'redirect' && after.redirect) return after.redirect.return_url;
  if (after?.type !== 'hosted_confirmation') return `${portalPath(session)}?done=${done}`;
  const words = after.hosted_confirmation?.custom_message ?? DONE[done] ?? '';
  const content = html`<h1>Done</h1><p class="price" role="status">${words}</p>`;
  return portalPage(session, 'Done', content);
}
