import type Stripe from 'stripe';

/** An event that tells when a subscription held two plans one after the other. */
export const subscriptionChanged = 'customer.subscription.updated';

/** In test mode, that time was jumped over: what fell due meanwhile is not left for an hour. */
export const clockMoved = 'test_helpers.test_clock.ready';

/**
 * The events without which our rows would follow late, by what a snapshot reads: the customer with the
 * card, subscriptions, invoices with their credit notes, charges with refunds and disputes.
 */
export const neededEvents = [
  ...(['customer.updated', 'customer.deleted'] as const),
  ...(['payment_method.attached', 'payment_method.detached', 'payment_method.updated'] as const),
  'payment_method.automatically_updated',
  ...(['customer.subscription.created', subscriptionChanged] as const),
  ...(['customer.subscription.deleted', 'customer.subscription.paused'] as const),
  'customer.subscription.resumed',
  ...(['invoice.created', 'invoice.updated', 'invoice.finalized', 'invoice.paid'] as const),
  ...(['invoice.payment_failed', 'invoice.payment_action_required'] as const),
  ...(['invoice.voided', 'invoice.marked_uncollectible', 'invoice.deleted'] as const),
  ...(['credit_note.created', 'credit_note.updated', 'credit_note.voided'] as const),
  ...(['charge.succeeded', 'charge.failed', 'charge.updated', 'charge.refunded'] as const),
  'refund.failed',
  ...(['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'] as const),
  ...(['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'] as const),
  'checkout.session.completed',
] satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];
