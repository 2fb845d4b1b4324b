import type { CardDetails } from '../cards/card-details.ts';
import { asksOnPage, type Refusal, refusalToPay, refusalToSave } from '../cards/test-cards.ts';
import { DAY } from '../clock/day.ts';
import { newCustomer } from '../shapes/customer.ts';
import { detailsOf } from '../shapes/customer-details.ts';
import { newSetupIntent } from '../shapes/setup-intent.ts';
import { automaticTaxOf } from '../shapes/subscription.ts';
import { type BillingDetails, NO_DETAILS } from '../store/billing-details.ts';
import type { Doc } from '../store/documents.ts';
import type { CheckoutSecret } from '../store/secrets.ts';
import type { Work } from '../work/work.ts';
import { addTaxId } from './billing-details.ts';
import { dueNow } from './checkout-order.ts';
import { saveCard } from './save-card.ts';
import { startSubscription } from './start-subscription.ts';

type Session = Doc<'checkout.session'>;

/** How an attempt to complete a checkout went. */
export type Outcome =
  | { kind: 'complete' | 'expired' | 'authenticate'; session: Session }
  | { kind: 'refused'; refusal: Refusal };

/** When the trial of a session would end if it were completed now; null without a trial. */
export function trialEndOf(work: Work, session: Session): number | null {
  const { trialDays, trialEnd } = work.store.secret('checkout.session', session.id);
  return trialDays === null ? trialEnd : work.now(session.customer) + trialDays * DAY;
}

/**
 * Completes a checkout with a card: saves the card, starts the subscription, takes the first
 * payment. A refused card leaves nothing behind. A session that is complete stays as it is, so a
 * form sent twice makes one subscription.
 * @param card null where the session asks for none
 * @param authenticated whether the step some cards ask for has been passed
 */
export function completeCheckout(
  work: Work,
  id: string,
  card: CardDetails | null,
  {
    email,
    authenticated,
    details = NO_DETAILS,
  }: { email: string | null; authenticated: boolean; details?: BillingDetails },
): Outcome {
  const session = work.get('checkout.session', id);
  if (session.status === 'complete') return { kind: 'complete', session };
  if (session.status === 'expired') return { kind: 'expired', session };
  const secret = work.store.secret('checkout.session', id);
  if (card && asksOnPage(card.behaviour) && !authenticated) {
    work.save('checkout.session', session, { ...secret, awaiting: card, awaitingDetails: details });
    return { kind: 'authenticate', session };
  }
  const trialEnd = trialEndOf(work, session);
  const country = details.address?.country ?? null;
  const isFree = trialEnd !== null || dueNow(work, session, country) === 0;
  const refusal = card && refusalFor(card, isFree);
  if (refusal) return { kind: 'refused', refusal };
  const customer = session.customer ?? newPayer(work, email, card?.name ?? null);
  const updates = session.customer ? secret.updates : { address: true, name: true };
  keepDetails(work, customer, details, { name: card?.name ?? null, updates });
  const method = card && saveCard(work, customer, card, details.address);
  if (method && isFree) {
    const intent = newSetupIntent(work.now(customer), customer, method.id);
    work.add('setup_intent', intent, 'setup_intent.succeeded');
  }
  const subscription = startSubscription(work, {
    customer,
    sales: secret.items,
    redeemed: secret.redeemed ?? [],
    trialEnd,
    onSession: true,
    given: {
      default_payment_method: method?.id ?? null,
      automatic_tax: automaticTaxOf(session.automatic_tax.enabled),
      description: secret.subscriptionDescription,
      metadata: secret.subscriptionMetadata,
      trial_settings: {
        end_behavior: { billing_cycle_anchor: null, missing_payment_method: secret.missingCard },
      },
    },
  });
  work.save('checkout.session', session, { ...secret, awaiting: null });
  const payer = { name: card?.name ?? null, details };
  return { kind: 'complete', session: close(work, session, subscription, payer) };
}

function refusalFor(card: CardDetails, isFree: boolean): Refusal | undefined {
  const refusal = refusalToSave(card.behaviour);
  return refusal ?? (isFree ? undefined : refusalToPay(card.behaviour));
}

function newPayer(work: Work, email: string | null, name: string | null): string {
  const customer = newCustomer(work.now(), { email, name });
  return work.add('customer', customer, 'customer.created').id;
}

/** Writes to the customer what the page asked for, as far as the session lets it. */
function keepDetails(
  work: Work,
  id: string,
  { address, businessName, taxId }: BillingDetails,
  { name, updates }: { name: string | null; updates: CheckoutSecret['updates'] },
): void {
  const called = businessName ?? name;
  const changes = {
    ...(updates?.address && address && { address }),
    ...(updates?.name && called && { name: called }),
  };
  work.change('customer', id, changes, 'customer.updated');
  if (taxId) addTaxId(work, id, taxId);
}

/** What the tax of a session came to: that of its first invoice. */
function taxedBy(
  work: Work,
  session: Session,
  { latest_invoice }: Doc<'subscription'>,
): Partial<Session> {
  if (!session.automatic_tax.enabled) return {};
  const { total, subtotal, total_taxes, total_discount_amounts } = work.get(
    'invoice',
    latest_invoice ?? '',
  );
  const amount_tax = (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    amount_subtotal: subtotal,
    amount_total: total,
    automatic_tax: { ...session.automatic_tax, status: 'complete' },
    total_details: {
      amount_discount: (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
      ...{ amount_shipping: 0, amount_tax },
    },
  };
}

function close(
  work: Work,
  session: Session,
  subscription: Doc<'subscription'>,
  { name, details }: { name: string | null; details: BillingDetails },
): Session {
  const { email } = work.get('customer', subscription.customer);
  const changes = {
    status: 'complete',
    url: null,
    payment_status: subscription.status === 'trialing' ? 'no_payment_required' : 'paid',
    customer: subscription.customer,
    customer_details: detailsOf(email, details.businessName ?? name, details),
    ...taxedBy(work, session, subscription),
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
  } as const;
  return work.change('checkout.session', session.id, changes, 'checkout.session.completed');
}
