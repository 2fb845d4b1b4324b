/** Stripe's test cards by what they do. */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  failsLater: '4000 0000 0000 0341',
} as const;

/** The labels of the hosted page's fields, and what is typed there. */
function entries(card: string): Record<string, string> {
  return {
    'Card number': card,
    'Expiry date': '12 / 99',
    CVC: '123',
    'Cardholder name': 'Priya Nair',
  };
}

/** What is typed where the page asks for an address, in the country that is chosen already. */
const address = {
  'Address line 1': '2 Guy Street',
  'Town or city': 'London',
  'Postal code': 'SE1 9RT',
};

/**
 * Fills in the hosted checkout page as a person without scripts would, finding each field by its
 * label, `more` of them by theirs, and answers where the browser ends up: the address, and the page's text.
 */
export async function payOn(
  pageUrl: string,
  card: string = cards.pays,
  more: Record<string, string> = {},
): Promise<{ url: string; text: string }> {
  const page = await (await fetch(pageUrl)).text();
  const form = new URLSearchParams();
  for (const [, attributes] of page.matchAll(/<input([^>]*type="hidden"[^>]*)>/g)) {
    form.set(attribute(attributes, 'name'), attribute(attributes, 'value'));
  }
  const typed = { ...entries(card), ...(page.includes('Address line 1') && address), ...more };
  for (const [label, value] of Object.entries(typed)) form.set(fieldOf(page, label), value);
  const action = /<form[^>]*method="post"[^>]*>/i.exec(page)?.[0] ?? '';
  const target = new URL(attribute(action, 'action') || pageUrl, pageUrl);
  const answer = await fetch(target, { method: 'POST', body: form, redirect: 'manual' });
  const location = answer.headers.get('location');
  return {
    url: location ? new URL(location, target).href : target.href,
    text: (await answer.text()).replaceAll(/<[^>]+>/g, ' '),
  };
}

function fieldOf(page: string, label: string): string {
  const id = new RegExp(`<label[^>]*for="([^"]+)"[^>]*>\\s*${label}`).exec(page)?.[1];
  if (!id) throw new Error(`The hosted page has no field labelled ${label}`);
  const input = new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(page)?.[0] ?? '';
  return attribute(input, 'name');
}

function attribute(tag: string | undefined, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
}
