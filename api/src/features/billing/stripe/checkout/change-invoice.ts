import type { Plan } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';

/** What Stripe would charge at once for changing an item of a subscription to a plan. */
export async function previewChangeInvoice(
  { stripe, prices }: Pick<Services, 'stripe' | 'prices'>,
  {
    customer,
    subscription,
    item,
    plan,
  }: Record<'customer' | 'subscription' | 'item', string> & {
    plan: Plan;
  },
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    customer,
    subscription,
    subscription_details: {
      items: [{ id: item, price: await prices.idOf(plan) }],
      proration_behavior: 'always_invoice',
    },
  });
}
