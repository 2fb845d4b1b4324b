import type { Services } from '../../../../services.ts';
import { explainOutage } from '../client.ts';

/**
 * Opens Stripe's page for a new card and answers its address. Throws Unavailable while Stripe is
 * away.
 */
export async function openCardPage(
  { env, portal, stripe }: Services,
  customerId: string,
): Promise<string> {
  return explainOutage(async () => {
    const returnUrl = `${env.APP_URL}/user/subscriptions`;
    const session = await stripe.billingPortal.sessions.create({
      customer: customerId,
      configuration: await portal.configurationId(),
      return_url: returnUrl,
      flow_data: {
        type: 'payment_method_update',
        after_completion: {
          type: 'redirect',
          redirect: { return_url: `${returnUrl}?card=updated` },
        },
      },
    });
    return session.url;
  });
}
