import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { advance, startTestSandbox, stateOf } from '../testing/harness.ts';
import { CARDS, openCheckout, openShop, openTrial, postForm, submitCard } from '../testing/shop.ts';

async function open() {
  const sandbox = await startTestSandbox();
  return { ...sandbox, shop: await openShop(sandbox.stripe) };
}

test('a trial started on the page is charged on its last day and becomes active', async () => {
  const { stripe, shop, url } = await open();
  const session = await openTrial(stripe, shop);
  const page = await (await fetch(session.url ?? '')).text();
  expect(page).toContain('30 days free');
  expect(page).toContain('£24.99 per month');

  const answer = await submitCard(session.url ?? '', CARDS.pays);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`http://shop.test/done?session=${session.id}`);

  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' });
  expect(done.subscription).toMatchObject({ status: 'trialing' });
  const first = await stripe.invoices.list({ customer: shop.customer.id });
  expect(first.data).toMatchObject([
    { amount_due: 0, status: 'paid', billing_reason: 'subscription_create' },
  ]);

  await advance({ url }, { advance_days: 31 });
  const { data } = await stripe.subscriptions.list({
    customer: shop.customer.id,
    expand: ['data.latest_invoice.payments'],
  });
  expect(data).toMatchObject([
    {
      status: 'active',
      latest_invoice: {
        status: 'paid',
        amount_paid: 2_499,
        billing_reason: 'subscription_cycle',
        payments: { data: [{ status: 'paid', amount_paid: 2_499 }] },
      },
    },
  ]);
});

test.each([
  [30, 'Start trial'],
  [0, 'Subscribe'],
])(
  'with %i free days the page is marked as a test and labelled as tools expect',
  async (days, act) => {
    const { stripe, shop } = await open();
    const session =
      days > 0 ? await openTrial(stripe, shop, days) : await openCheckout(stripe, shop);
    const page = await (await fetch(session.url ?? '')).text();
    const labels = [...page.matchAll(/<label[^>]*>\s*([^<]+?)\s*</g)].map(([, label]) => label);
    expect(labels).toEqual(['Card number', 'Expiry date', 'CVC', 'Cardholder name']);
    expect(page).toMatch(new RegExp(`<button[^>]*>\\s*${act}\\s*<`));
    expect(page).toContain('No real money moves here');
  },
);

test('a card has the same fingerprint whoever saves it, and another one has another', async () => {
  const { stripe, shop } = await open();
  const fingerprintOf = async (id: string) =>
    (await stripe.paymentMethods.retrieve(id)).card?.fingerprint;
  const seen: unknown[] = [];
  for (const number of ['4242 4242 4242 4242', '4000 0082 6000 0000', '4000 0566 5566 5556']) {
    const session = await openTrial(stripe, shop);
    expect((await submitCard(session.url ?? '', number)).status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    const { default_payment_method: card } = done.subscription as Stripe.Subscription;
    seen.push(await fingerprintOf(String(card)));
  }
  expect(new Set(seen).size).toBe(3);
  const tokens = ['pm_card_visa', 'pm_card_gb', 'pm_card_visa_debit'];
  expect(await Promise.all(tokens.map(fingerprintOf))).toEqual(seen);
});

test('a subscription without a trial is paid at once and its session says so', async () => {
  const { stripe, shop } = await open();
  const session = await openCheckout(stripe, shop, { metadata: { plan: 'm' } });
  expect(await (await fetch(session.url ?? '')).text()).toContain('Subscribe</button>');
  await submitCard(session.url ?? '', CARDS.pays);
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['invoice', 'subscription', 'line_items'],
  });
  expect(done).toMatchObject({
    payment_status: 'paid',
    url: null,
    metadata: { plan: 'm' },
    subscription: { status: 'active' },
    invoice: { amount_paid: 2_499 },
    line_items: { data: [{ description: 'Portfolio', amount_total: 2_499 }] },
  });
});

test.each([
  ['declined', CARDS.declined, 'Your card was declined.'],
  ['expired', CARDS.expired, 'Your card has expired.'],
  ['short of funds', CARDS.insufficient, 'Your card has insufficient funds.'],
  ['failing when charged', CARDS.failsLater, 'Your card was declined.'],
])(
  'a card that is %s re-shows the page with the reason and leaves nothing',
  async (_, card, text) => {
    const { stripe, shop, url } = await open();
    const session = await openCheckout(stripe, shop);
    const before = await stateOf({ url });
    const number = card.replaceAll(' ', '');
    const answer = await submitCard(session.url ?? '', number);
    expect(answer.status).toBe(402);
    const page = await answer.text();
    expect(page).toContain(text);
    expect(page).toContain('value="Ada L"');
    expect(page).not.toContain(number);
    expect(await stateOf({ url })).toEqual(before);
  },
);

test('a card that asks for authentication subscribes only after the bank says yes', async () => {
  const { stripe, shop } = await open();
  const session = await openTrial(stripe, shop);
  const page = session.url ?? '';
  const asked = await submitCard(page, CARDS.authenticates);
  expect(asked.headers.get('location')).toBe(`/c/pay/${session.id}/authenticate`);
  expect(await (await fetch(`${page}/authenticate`)).text()).toContain('Confirm with your bank');

  const failed = await postForm(`${page}/authenticate`, { outcome: 'fail' });
  const back = new URL(failed.headers.get('location') ?? '', page);
  expect(await (await fetch(back)).text()).toContain('unable to authenticate');
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');

  await submitCard(page, CARDS.authenticates);
  const passed = await postForm(`${page}/authenticate`, { outcome: 'complete' });
  expect(passed.headers.get('location')).toContain('shop.test/done');
  expect((await stripe.subscriptions.list({ customer: shop.customer.id })).data).toHaveLength(1);
});

test('a form sent twice at once makes one subscription', async () => {
  const { stripe, shop } = await open();
  const session = await openTrial(stripe, shop);
  const answers = await Promise.all([
    submitCard(session.url ?? '', CARDS.pays),
    submitCard(session.url ?? '', CARDS.pays),
  ]);
  expect((await stripe.subscriptions.list({ customer: shop.customer.id })).data).toHaveLength(1);
  expect(answers.map(({ status }) => status)).toContain(303);
});

test('each mistake in the form is named under its field and nothing secret comes back', async () => {
  const { stripe, shop } = await open();
  const session = await openTrial(stripe, shop);
  const wrong = { expiry: '01/20', cvc: '9', name: '' };
  const answer = await submitCard(session.url ?? '', '4242 4242 4242 4241', wrong);
  expect(answer.status).toBe(422);
  const page = await answer.text();
  for (const field of ['number', 'expiry', 'cvc', 'name']) {
    expect(page).toContain(
      `aria-describedby="${field === 'expiry' || field === 'cvc' ? `${field}-hint ` : ''}${field}-error"`,
    );
  }
  expect(page).toContain('value="01/20"');
  expect(page).not.toContain('4241');
});

test('a real card number is refused with a message that says to use a test card', async () => {
  const { stripe, shop } = await open();
  const session = await openTrial(stripe, shop);
  const answer = await submitCard(session.url ?? '', '5555 5555 5555 4444');
  expect(await answer.text()).toContain('Your card number is not a test card');
});

test('finished and expired checkouts say so and lead back to the shop', async () => {
  const { stripe, shop } = await open();
  const done = await openTrial(stripe, shop);
  await submitCard(done.url ?? '', CARDS.pays);
  expect(await (await fetch(done.url ?? '')).text()).toContain('completed already');

  const old = await openTrial(stripe, shop);
  await stripe.checkout.sessions.expire(old.id);
  const page = await (await fetch(old.url ?? '')).text();
  expect(page).toContain('has expired');
  expect(page).toContain('href="http://shop.test/plans"');
  await expect(stripe.checkout.sessions.expire(old.id)).rejects.toMatchObject({ statusCode: 400 });
});

test('an open checkout expires when its time has come', async () => {
  const { stripe, shop, url } = await open();
  const session = await openTrial(stripe, shop);
  await advance({ url }, { advance_days: 1 });
  await advance({ url }, { advance_seconds: 5 });
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
});

test('pages are kept out of frames, caches and other origins', async () => {
  const { stripe, shop } = await open();
  const { headers } = await fetch((await openTrial(stripe, shop)).url ?? '');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('no card number reaches the database or the log', async () => {
  const lines: string[] = [];
  const { mkdtempSync, readFileSync, readdirSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const folder = mkdtempSync(`${tmpdir()}/sandbox-`);
  const sandbox = await startTestSandbox({
    dataFile: `${folder}/s.sqlite`,
    log: (line) => lines.push(line),
  });
  const shop = await openShop(sandbox.stripe);
  const session = await openTrial(sandbox.stripe, shop);
  await submitCard(session.url ?? '', CARDS.authenticates);
  await submitCard(session.url ?? '', CARDS.pays);
  await sandbox.close();
  const bytes = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'latin1'));
  for (const card of [CARDS.authenticates, CARDS.pays]) {
    expect([...bytes, ...lines].join()).not.toContain(card.replaceAll(' ', ''));
  }
});

test('credit that covers all is what pays: the card is saved and not charged', async () => {
  const { stripe, shop } = await open();
  const { id: customer } = shop.customer;
  await stripe.customers.update(customer, { balance: -5_000 });
  const session = await openCheckout(stripe, shop);
  const page = await (await fetch(session.url ?? '')).text();
  expect(page).toMatch(/Total due today<\/span> <strong class="amount">£0\.00/);
  const answer = await submitCard(session.url ?? '', CARDS.failsLater);
  expect(answer.status).toBe(303);
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['invoice', 'subscription'],
  });
  expect(done).toMatchObject({
    ...{ status: 'complete', payment_status: 'paid' },
    subscription: { status: 'active' },
    invoice: { status: 'paid', amount_due: 0, ending_balance: -2_501 },
  });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
  expect((await stripe.setupIntents.list({ customer })).data).toHaveLength(1);
});
