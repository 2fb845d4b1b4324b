import type { Route } from '../http/route.ts';
import { accountRoutes } from './account.ts';
import { checkoutSessionRoutes } from './checkout-sessions.ts';
import { couponRoutes } from './coupons.ts';
import { creditNoteRoutes } from './credit-notes.ts';
import { customerBalanceRoutes } from './customer-balance.ts';
import { customerRoutes } from './customers.ts';
import { disputeRoutes } from './disputes.ts';
import { eventRoutes } from './events.ts';
import { invoicePreviewRoutes } from './invoice-preview.ts';
import { invoiceRoutes } from './invoices.ts';
import { moneyRoutes } from './money.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { emptyRoutes, planRoutes } from './plans.ts';
import { portalConfigurationRoutes } from './portal-configurations.ts';
import { portalSessionRoutes } from './portal-sessions.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { refundRoutes } from './refunds.ts';
import { searchRoutes } from './search.ts';
import { subscriptionScheduleRoutes } from './subscription-schedules.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { taxRoutes } from './tax.ts';
import { taxIdRoutes } from './tax-ids.ts';
import { testClockRoutes } from './test-clocks.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** Every API call the sandbox answers. */
export const apiRoutes: readonly Route[] = [
  ...accountRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...planRoutes,
  ...emptyRoutes,
  ...customerRoutes,
  ...customerBalanceRoutes,
  ...couponRoutes,
  ...creditNoteRoutes,
  ...searchRoutes,
  ...checkoutSessionRoutes,
  ...subscriptionRoutes,
  ...subscriptionScheduleRoutes,
  ...invoicePreviewRoutes,
  ...invoiceRoutes,
  ...moneyRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...paymentMethodRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...portalConfigurationRoutes,
  ...portalSessionRoutes,
  ...taxIdRoutes,
  ...taxRoutes,
  ...testClockRoutes,
];
