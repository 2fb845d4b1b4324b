import { particulars } from 'contract/brand';
import { expect, it } from 'vitest';
import { writeConfirmation } from './subscription-confirmed.ts';
import { type TemplateName, templateOf, templates } from './templates.ts';

const hostile = `<img src=x onerror="alert(1)"> & 'نور'; drop table users`;
const shown = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp;';

const visa = { brand: 'visa', last4: '4242', expMonth: 9, expYear: 2027 };

/** Whatever any template reads; every text of it is hostile. */
const content = {
  ...{ firstName: hostile, product: hostile, plan: hostile, asked: hostile, replacedBy: hostile },
  ...{ name: hostile, email: hostile, by: hostile, isNew: true },
  ...{ key: 'key', amount: 1499, onTrial: true, reason: 'other', cycle: 'monthly' },
  ...{ nextCharge: '2026-03-09T12:00:00Z', dueAt: '2026-03-09T12:00:00Z' },
  ...{ paidAt: '2026-03-09T12:00:00Z', endedAt: '2026-03-09T12:00:00Z' },
  ...{ withdrawnAt: '2026-03-09T12:00:00Z', refund: 25_000, creditBack: 499, wasPaid: true },
  ...{ due: '2026-03-09T12:00:00Z', isActive: true, isOwnWish: true },
  ...{ kind: 'terms', says: hostile, inForceOn: '2026-03-09', textVersion: 'v1' },
  ...{ renewsAt: '2026-03-09T12:00:00Z', amountBefore: null, charged: 1499, credit: null },
  ...{
    oldAmount: 1499,
    newAmount: 1799,
    toldAmount: 1799,
    isEnding: true,
    appliesAt: '2026-03-09T12:00:00Z',
  },
  ...{ chargedAt: '2026-03-09T12:00:00Z', card: visa, page: 'https://pay.example/i/1' },
  ...{ change: 'app-added', left: 9, isDone: true, isStaying: false },
  ...{ occasion: { at: '2026-03-09T12:00:00Z', device: hostile } },
  ...{ url: hostile },
  ...{ endsAt: '2026-03-09T12:00:00Z', trialEnd: '2026-03-09T12:00:00Z' },
};

/** The content of a mail to somebody of that name: as facts, or written already. */
function contentOf(template: TemplateName, firstName: string) {
  if (template !== 'subscription-confirmed') return { ...content, firstName };
  const at = new Date(content.trialEnd);
  return writeConfirmation(
    {
      firstName,
      product: { name: hostile, description: hostile, features: [hostile] },
      ...{
        cycle: 'monthly',
        amount: 1499,
        charged: 1499,
        credit: 0,
        agreedAt: at,
        startedAt: at,
        isChange: false,
        trialEnd: at,
      },
      terms: { version: 'v1', text: hostile },
    },
    'https://site.example',
  );
}

it.each(Object.keys(templates) as TemplateName[])(
  'the mail %s says who sends it, and shows whatever is in a name as text',
  (name) => {
    const { stored, render } = templateOf(name);
    const written = stored.read(contentOf(name, hostile), name);
    const { subject, text, html } = render(written, 'https://site.example');
    expect(`${subject}${text}`).toContain(hostile);
    expect(html).toContain(shown);
    expect(html).not.toContain('<img');
    expect(particulars().filter((line) => !text.includes(line) || !html.includes(line))).toEqual(
      [],
    );
    // A long address is no wider than a phone.
    expect(html).toContain('overflow-wrap:break-word');
    expect(html).not.toMatch(/ onerror="/);
  },
);

it.each(Object.keys(templates) as TemplateName[])(
  'the mail %s greets nobody by an address',
  (name) => {
    const { stored, render } = templateOf(name);
    const named = stored.read(contentOf(name, 'evil.example'), name);
    expect(render(named, 'https://site.example').text).not.toContain('Hello evil.example');
  },
);

it.each([
  [
    'at the wish of its holder',
    { reason: 'asked', replacedBy: null },
    ['/user/subscriptions/plans'],
  ],
  ['for want of a payment', { reason: 'unpaid', replacedBy: null }, ['/user/subscriptions/plans']],
  [
    'for another offer',
    { reason: 'asked', replacedBy: 'Complete Bundle' },
    ['/user/subscriptions'],
  ],
  ['for some other reason', { reason: 'other', replacedBy: null }, []],
])(
  'product M21: the mail of an end %s leads to where it may be looked at or begun anew',
  (_, how, paths) => {
    const { stored, render } = templateOf('subscription-ended');
    const { text } = render(stored.read({ ...content, ...how }, 'ended'), 'https://site.example');
    expect(text.match(/(?<=https:\/\/site\.example)\/\S+/g) ?? []).toEqual(paths);
  },
);

it.each([
  ['Zoë', 'Hello Zoë,'],
  ['J. R. R.', 'Hello J. R. R.,'],
  ['evil.example', 'Hello,'],
  ['https://evil.example/', 'Hello,'],
  ['Your account is closed. Call this number to get all your money back', 'Hello,'],
])('somebody who is called %s is greeted with %s', (firstName, words) => {
  expect(templates.welcome.render({ firstName }, 'https://site.example').text).toContain(
    `${words}\n`,
  );
});
