import type Stripe from 'stripe';
import type { CheckoutSecret } from './secrets.ts';
import type { Stored } from './stored.ts';

/** Fields that Stripe still answers although the SDK's types have dropped them. */
interface LegacyInvoice {
  subscription: string | null;
}

/** Every kind of resource the sandbox keeps, by the name it carries in `object`. */
interface Documents {
  'billing_portal.configuration': Stored<Stripe.BillingPortal.Configuration>;
  'billing_portal.session': Stored<Stripe.BillingPortal.Session>;
  charge: Stored<Stripe.Charge>;
  'checkout.session': Stored<Stripe.Checkout.Session>;
  coupon: Stored<Stripe.Coupon>;
  credit_note: Stored<Stripe.CreditNote>;
  customer: Stored<Stripe.Customer>;
  customer_balance_transaction: Stored<Stripe.CustomerBalanceTransaction>;
  deleted_customer: Stored<Stripe.DeletedCustomer>;
  discount: Stored<Stripe.Discount>;
  dispute: Stored<Stripe.Dispute>;
  event: EventDocument;
  invoice: Stored<Stripe.Invoice> & LegacyInvoice;
  invoice_payment: Stored<Stripe.InvoicePayment>;
  invoiceitem: Stored<Stripe.InvoiceItem>;
  payment_intent: Stored<Stripe.PaymentIntent>;
  payment_method: Stored<Stripe.PaymentMethod>;
  price: Stored<Stripe.Price>;
  product: Stored<Stripe.Product>;
  promotion_code: Stored<Stripe.PromotionCode>;
  refund: Stored<Stripe.Refund>;
  setup_intent: Stored<Stripe.SetupIntent>;
  subscription: Stored<Stripe.Subscription>;
  subscription_schedule: Stored<Stripe.SubscriptionSchedule>;
  tax_id: Stored<Stripe.TaxId>;
  tax_rate: Stored<Stripe.TaxRate>;
  'test_helpers.test_clock': Stored<Stripe.TestHelpers.TestClock>;
  webhook_endpoint: Stored<Stripe.WebhookEndpoint>;
}

export type Kind = keyof Documents;
export type Doc<K extends Kind> = Documents[K];
export type LineItem = Stored<Stripe.InvoiceLineItem>;
export type SubscriptionItem = Stored<Stripe.SubscriptionItem>;

/** An event as stored; its object is the full snapshot of the resource at that moment. */
export interface EventDocument {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** What Stripe knows about a resource but never answers. */
interface Secrets {
  'billing_portal.session': { usedAt: number | null };
  charge: { disputedAt: number | null };
  'checkout.session': CheckoutSecret;
  payment_method: { behaviour: string };
  refund: { failsAt: number | null };
  subscription: { trialWarned: boolean };
  webhook_endpoint: { secret: string };
}

export type Secret<K extends Kind> = K extends keyof Secrets ? Secrets[K] : null;
