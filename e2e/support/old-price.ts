import type { Plan } from 'contract/catalogue';
import { createAtStripe } from './at-stripe.ts';
import type { Stack } from './stack.ts';

/**
 * Has people hold a plan at a price of ours that the catalogue no longer has, as if they had come before it
 * changed: at the local Stripe, tied to their accounts by one comparison. In pence.
 */
export async function holdAtOldPrice(
  stack: Stack,
  plan: Plan,
  { amount, people }: { amount: number; people: { id: string; email: string }[] },
): Promise<void> {
  const price = await createAtStripe(stack, 'prices', {
    product: plan.productId,
    currency: 'gbp',
    unit_amount: String(amount),
    'recurring[interval]': plan.cycle === 'monthly' ? 'month' : 'year',
    'metadata[plan_id]': plan.id,
  });
  for (const { id, email } of people) {
    const customer = await createAtStripe(stack, 'customers', {
      email,
      'metadata[user_id]': id,
      payment_method: 'pm_card_visa',
      'invoice_settings[default_payment_method]': 'pm_card_visa',
    });
    await createAtStripe(stack, 'subscriptions', {
      customer,
      'items[0][price]': price,
      'metadata[user_id]': id,
      'metadata[plan_id]': plan.id,
    });
  }
  await stack.command('billing:reconcile');
}
