import type { Card } from './stories.ts';

const numbers: Record<Card, string> = {
  pays: '4242 4242 4242 4242',
  // Can be saved; no payment with it goes through.
  fails: '4000 0000 0000 0341',
};

/**
 * Sends the form on one of the hosted pages, as a browser without scripts would. Throws when the
 * page refuses it.
 */
export async function submitHostedPage(
  address: string,
  card?: { card: Card; name: string },
): Promise<void> {
  const page = await (await fetch(address)).text();
  const action = /<form[^>]* method="post" action="([^"]+)"/.exec(page)?.[1];
  if (!action) throw new Error(`There is no form at ${address}`);
  const fields = card && {
    number: numbers[card.card],
    expiry: '12/99',
    cvc: '123',
    name: card.name,
  };
  const answer = await fetch(new URL(action, address), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  await answer.body?.cancel();
  if (answer.status !== 303) throw new Error(`${address} answered ${answer.status}`);
}
