import { screen, waitFor, within } from '@testing-library/react';
import * as messages from 'contract/messages';
import { shownHeader } from 'contract/shown-header';
import { afterEach, expect, test, vi } from 'vitest';
import { noteTexts } from '../../lib/shown-texts.ts';
import { type Stub, stubCall } from '../../testing/api.ts';
import { offers } from '../../testing/offers.ts';
import { open } from '../../testing/open.tsx';
import { press, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';

// What a page is told is kept until it is loaded anew.
afterEach(() => noteTexts({}));

const refused = (error: string, field: string, now: object) => ({
  ...{ success: false, message: error, error, error_code: 'outdated' },
  data: { fields: { [field]: error }, now },
});

function refuse(stub: Stub, body: object): void {
  stub.status = 409;
  stub.body = body;
}

const shownIn = ({ headers }: Stub) =>
  headers.map((sent) => Object.fromEntries(new URLSearchParams(sent.get(shownHeader) ?? '')));

const cataract = async () => within((await screen.findAllByRole('article'))[1] as HTMLElement);

test('product U370: a price that has changed since it was shown is told of, shown, and agreed to by the next press', async () => {
  signIn();
  vi.spyOn(console, 'error').mockReturnValue();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const plans = stubCall('/plans', { ...ok, plans: offers });
  const checkout = stubCall('/subscriptions/checkout', {});
  const now = { price: 17.99, trial_days: 7, terms_version: 'terms-of-now' };
  refuse(checkout, refused(messages.saleChanged, 'shown', now));
  open('/user/subscriptions/plans');
  expect((await cataract()).getByText('£14.99')).toBeVisible();
  plans.body = { ...ok, plans: offers.with(1, { ...offers[1], monthlyPrice: 17.99 } as never) };
  await user.click((await cataract()).getByRole('button'));
  const main = within(screen.getByRole('main'));
  const notice = (await main.findByText(messages.saleChanged)).closest('[role=status]');
  expect(within(notice as HTMLElement).getByRole('link')).toHaveAttribute('href', '/terms');
  expect(scrolled.mock.contexts).toContainEqual(notice?.parentElement);
  expect(screen.getAllByText(messages.saleChanged)).toHaveLength(1);
  await waitFor(async () => expect((await cataract()).getByText('£17.99')).toBeVisible());
  await user.click((await cataract()).getByRole('button'));
  await waitFor(() => expect(checkout.sent).toHaveLength(2));
  expect(shownIn(checkout)).toEqual([
    { price: '14.99', trial_days: '7' },
    { price: '17.99', trial_days: '7', terms_version: 'terms-of-now' },
  ]);
});

test('product U370: where the terms have changed with the price, both are told of before the next press agrees to them', async () => {
  signIn();
  vi.spyOn(console, 'error').mockReturnValue();
  stubCall('/plans', { ...ok, plans: offers });
  const checkout = stubCall('/subscriptions/checkout', {});
  const now = { price: 14.99, trial_days: 7, terms_version: 'terms-of-now' };
  refuse(checkout, refused(messages.saleAndTermsChanged, 'shown', now));
  open('/user/subscriptions/plans');
  await user.click((await cataract()).getByRole('button'));
  const told = await within(screen.getByRole('main')).findByText(/and our terms have changed/);
  const notice = within(told.closest('[role=status]') as HTMLElement);
  expect(notice.getByRole('link')).toHaveAttribute('href', '/terms');
  await user.click((await cataract()).getByRole('button'));
  await waitFor(() => expect(checkout.sent).toHaveLength(2));
  expect(shownIn(checkout)[1]).toMatchObject({ terms_version: 'terms-of-now' });
});

test('product U370: of a change the price counts that the question named, and no days free', async () => {
  signIn();
  vi.spyOn(console, 'error').mockReturnValue();
  const held = offers.map((offer) => ({ ...offer, monthlyDecision: { kind: 'change-cycle' } }));
  stubCall('/plans', { ...ok, plans: held });
  const next_charge = { date: '2026-12-24T09:00:00.000Z', amount: 17.99, charged: 17.99 };
  const data = { due_today: 0, credit: 0, next_charge, also_ends: [], later_credit: 0 };
  stubCall('/subscriptions/checkout/preview', { ...ok, data });
  const checkout = stubCall('/subscriptions/checkout', {});
  refuse(checkout, refused(messages.termsChanged, 'shown', { terms_version: 'terms-of-now' }));
  open('/user/subscriptions/plans');
  await user.click((await cataract()).getByRole('button'));
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText('£17.99 every month');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(shownIn(checkout)).toEqual([{ price: '17.99', trial_days: '0' }]));
  expect(
    await within(await screen.findByRole('main')).findByText(messages.termsChanged),
  ).toBeVisible();
});

test('product U370: texts that have changed since the sign-up was opened are told of at the box, and agreed to by the next press', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  noteTexts({ terms_version: 'terms-before', privacy_version: 'policy' });
  const register = stubCall('/register', {});
  const now = { terms_version: 'terms-of-now', privacy_version: 'policy' };
  refuse(register, refused(messages.textsChanged, 'terms', now));
  open('/signup');
  for (const [label, text] of [
    ['First name', 'Ann'],
    ['Last name', 'Bee'],
    ['Email', 'ann@hospital.test'],
    ['Password', 'Retina-2026'],
    ['Confirm password', 'Retina-2026'],
  ] as const) {
    await user.type(await screen.findByLabelText(label), text);
  }
  await user.click(screen.getByRole('checkbox'));
  await press('Create account');
  const main = within(screen.getByRole('main'));
  expect(await main.findByText(messages.textsChanged)).toBeVisible();
  expect(screen.getByRole('checkbox')).toBeInvalid();
  await press('Create account');
  await waitFor(() => expect(register.sent).toHaveLength(2));
  expect(shownIn(register)).toEqual([
    { terms_version: 'terms-before', privacy_version: 'policy' },
    now,
  ]);
});
