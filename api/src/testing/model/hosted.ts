import type { Doc } from 'stripe-sandbox/in-process';
import { type Card, cards } from './steps.ts';
import type { World } from './world.ts';

/** Sends the form of a page for buying or changing; true when it led back to our site. */
export async function useHostedPage(world: World, page: string, card: Card): Promise<boolean> {
  const answer = page.includes('/c/pay/')
    ? await post(world, page, filledIn(card))
    : await post(world, `${page}/update`, {});
  return answer.status === 303;
}

/** What a page of the portal would change; undefined while it does, and for other pages. */
export function expiredChange({ sandbox }: World, page: string): Change | undefined {
  const session = sandbox.all('billing_portal.session').find(({ url }) => url === page);
  const isOpen = session && sandbox.now() - session.created <= pageLife;
  return isOpen ? undefined : (session?.flow?.subscription_update_confirm ?? undefined);
}

type Change = NonNullable<
  NonNullable<Doc<'billing_portal.session'>['flow']>['subscription_update_confirm']
>;

/** Seconds for which a page that nobody has looked at can be used. */
const pageLife = 300;

/** Sends the form of the portal's page for a new card. */
export async function saveCard(world: World, page: string, card: Card): Promise<void> {
  await post(world, `${page}/payment-method`, filledIn(card));
}

function filledIn(card: Card): Record<string, string> {
  return {
    ...{ number: cards[card], expiry: '12 / 99', cvc: '123', name: 'Priya Nair' },
    // Asked for where the company charges VAT.
    ...{ line1: '2 Guy Street', city: 'London', postal_code: 'SE1 9RT', country: 'GB' },
  };
}

function post({ sandbox }: World, url: string, form: Record<string, string>): Promise<Response> {
  return sandbox.fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}
