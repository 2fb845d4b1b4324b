import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { completeCheckout, type Outcome } from '../billing/complete-checkout.ts';
import type { CardDetails } from '../cards/card-details.ts';
import { type BillingDetails, NO_DETAILS } from '../store/billing-details.ts';
import type { Doc } from '../store/documents.ts';
import { type Sandbox, transact } from '../work/sandbox.ts';
import type { Work } from '../work/work.ts';
import { readBillingForm } from './billing-fields.ts';
import { EMPTY, readCardForm, textOf } from './card-form.ts';
import {
  type Attempted,
  asksFor,
  asksForCard,
  authenticationPage,
  checkoutPage,
} from './checkout-view.ts';
import { messagePage, type Page, sendPage } from './layout.ts';

type Session = Doc<'checkout.session'>;
type Request = FastifyRequest<{ Params: { id: string } }>;
/** A page to show, or an address to go to. */
type Reaction = Page | string;

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Serves the hosted checkout page and its authentication step. */
export function serveCheckout(app: FastifyInstance, sandbox: Sandbox): void {
  const answer = (reply: FastifyReply, react: (work: Work) => Reaction) => {
    const reaction = transact(sandbox, react);
    if (typeof reaction === 'string') return reply.redirect(reaction, 303);
    return sendPage(reply, reaction);
  };
  app.get('/c/pay/:id', (request: Request, reply) =>
    answer(reply, (work) =>
      withSession(work, request.params.id, (session) => {
        const failed = 'authentication' in (request.query as object);
        return checkoutPage(work, session, {
          ...FRESH,
          message: failed ? AUTHENTICATION_FAILED : null,
        });
      }),
    ),
  );
  app.post('/c/pay/:id', (request: Request, reply) =>
    answer(reply, (work) =>
      withSession(work, request.params.id, (session) => submit(work, session, request.body)),
    ),
  );
  app.get('/c/pay/:id/authenticate', (request: Request, reply) =>
    answer(reply, (work) =>
      withSession(work, request.params.id, (session) =>
        awaiting(work, session)
          ? authenticationPage(`/c/pay/${session.id}/authenticate`, session.success_url)
          : `/c/pay/${session.id}`,
      ),
    ),
  );
  app.post('/c/pay/:id/authenticate', (request: Request, reply) =>
    answer(reply, (work) =>
      withSession(work, request.params.id, (session) =>
        authenticate(work, session, textOf(request.body, 'outcome')),
      ),
    ),
  );
}

const FRESH: Attempted = {
  ...{ kept: EMPTY, typed: null, message: null, status: 200 },
  errors: new Map(),
};

function withSession(work: Work, id: string, react: (session: Session) => Reaction): Reaction {
  const session = work.store.find('checkout.session', id);
  if (!session) {
    const lost = messagePage('Page not found', 'There is no checkout at this address.');
    return { ...lost, status: 404 };
  }
  return session.status === 'open' ? react(session) : closedPage(session);
}

function closedPage(session: Session): Page {
  if (session.status === 'complete') {
    return messagePage('You are all done here', 'This checkout has been completed already.', {
      href: successUrl(session),
      label: 'Continue',
    });
  }
  return messagePage('This checkout has expired', 'Go back and start again to subscribe.', {
    href: session.cancel_url,
    label: 'Go back',
  });
}

function submit(work: Work, session: Session, body: unknown): Reaction {
  const input = readCardForm(body, work.now(session.customer));
  const billing = readBillingForm(body, asksFor(session));
  const errors = new Map([
    ...((asksForCard(work, session) && input.errors) || []),
    ...billing.errors,
  ]);
  const { typed } = billing;
  if (!session.customer_details?.email && !/^\S+@\S+\.\S+$/.test(input.kept.email)) {
    errors.set('email', 'Enter an email address, for example name@example.com.');
  }
  const terms = session.consent_collection?.terms_of_service === 'required';
  if (terms && textOf(body, 'terms') !== 'yes') errors.set('terms', 'Agree to the terms to go on.');
  if (errors.size > 0) {
    const { kept } = input;
    return checkoutPage(work, session, { kept, typed, errors, message: null, status: 422 });
  }
  const { details } = billing;
  const attempted = { ...FRESH, kept: input.kept, typed };
  return complete(work, session, input.card, { attempted, details, authenticated: false });
}

function complete(
  work: Work,
  session: Session,
  card: CardDetails | null,
  {
    attempted,
    ...given
  }: { attempted: Attempted; details: BillingDetails; authenticated: boolean },
): Reaction {
  const email = attempted.kept.email || session.customer_email;
  const outcome = completeCheckout(work, session.id, card, { email, ...given });
  return react(work, session, outcome, attempted);
}

function react(work: Work, session: Session, outcome: Outcome, attempted: Attempted): Reaction {
  if (outcome.kind === 'refused') {
    const { message } = outcome.refusal;
    return checkoutPage(work, session, { ...attempted, message, status: 402 });
  }
  if (outcome.kind === 'complete') return successUrl(outcome.session);
  if (outcome.kind === 'authenticate') return `/c/pay/${session.id}/authenticate`;
  return closedPage(outcome.session);
}

function authenticate(work: Work, session: Session, outcome: string): Reaction {
  const secret = work.store.secret('checkout.session', session.id);
  const card = secret.awaiting;
  if (!card) return `/c/pay/${session.id}`;
  const details = secret.awaitingDetails ?? NO_DETAILS;
  if (outcome === 'complete')
    return complete(work, session, card, { attempted: FRESH, details, authenticated: true });
  work.save('checkout.session', session, { ...secret, awaiting: null });
  return `/c/pay/${session.id}?authentication=failed`;
}

function awaiting(work: Work, { id }: Session): boolean {
  return work.store.secret('checkout.session', id).awaiting !== null;
}

function successUrl(session: Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
