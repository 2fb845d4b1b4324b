import { products } from 'contract/catalogue';
import type { endpoints } from 'contract/endpoints';
import type { z } from 'zod';
import { NotFound } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { explainOutage, unlessMissing } from '../stripe/client.ts';
import { findPaymentOfUser, findPayments, type PaymentRow } from './repository.ts';

export type { PaymentRow } from './repository.ts';

/** A user's payments, newest first. `search` looks in the product's and the plan's name. */
export function listMine(
  { db }: Services,
  userId: string,
  query: z.output<typeof endpoints.listPayments.query>,
): Promise<PaymentRow[]> {
  return findPayments(db, {
    userId,
    planIds: query.search?.trim() ? plansNamed(query.search.trim()) : undefined,
    productIds: query.product ? productsWith(query.product) : undefined,
    fromDay: query.date_from,
    toDay: query.date_to,
  });
}

/**
 * Stripe's page of the invoice of a payment, asked for at the click because the address expires.
 * Throws NotFound for somebody else's payment, Unavailable while Stripe is away.
 */
export async function invoicePage(
  { db, stripe }: Services,
  userId: string,
  paymentId: string,
): Promise<string> {
  const payment = await findPaymentOfUser(db, paymentId, userId);
  if (!payment) throw new NotFound();
  const invoice = await explainOutage(() =>
    unlessMissing(stripe.invoices.retrieve(payment.stripeInvoiceId)),
  );
  if (!invoice?.hosted_invoice_url) throw new NotFound();
  return invoice.hosted_invoice_url;
}

/** A filter value that is no product's id matches nothing. */
function productsWith(id: string): string[] {
  return products.filter((product) => product.id === id).map((product) => product.id);
}

function plansNamed(part: string): string[] {
  const wanted = part.toLowerCase();
  return products.flatMap((product) =>
    [product.monthly, product.yearly]
      .filter((plan) => `${product.name} ${plan.name}`.toLowerCase().includes(wanted))
      .map((plan) => plan.id),
  );
}

/** A user's last payments. */
export function newestPaymentsOf(
  { db }: Services,
  userId: string,
  limit: number,
): Promise<PaymentRow[]> {
  return findPayments(db, { userId }, { limit });
}
