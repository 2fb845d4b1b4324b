import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { held, spring } from '../../testing/held.ts';
import { open } from '../../testing/open.tsx';
import { inMain, press, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { idOf, ok } from '../../testing/specified-lists.ts';

test('no card says one date twice', async () => {
  signIn();
  const trial = { status: 'trial', trial_end_date: spring };
  const every = [
    held,
    { ...held, ...trial },
    { ...held, cancel_at_period_end: true },
    { ...held, ...trial, cancel_at_period_end: true },
    { ...held, payment_problem: true },
    { ...held, next_charge: { date: spring, amount: 0.82, credit: 24.17 } },
    { ...held, new_price: { from: spring, amount: 29.99 } },
    { ...held, withdraw_until: '2036-02-20', withdraw_refund: 24.99 },
  ];
  stubCall('/user/subscriptions', {
    ...ok,
    subscriptions: every.map((one, n) => ({ ...one, id: idOf(n) })),
  });
  open('/user/subscriptions');
  await waitFor(() => expect(inMain('article')).toHaveLength(every.length));
  for (const text of texts(inMain('article'))) {
    expect([text, text?.match(/9 Mar(ch)? 2036/g)?.length]).toEqual([text, 1]);
  }
});

test('product U25: a trial that support ends after its first charge says so, and can be cancelled before it', async () => {
  signIn();
  const trial = { ...held, status: 'trial', trial_end_date: spring, cancel_at_period_end: true };
  const ends = '2036-04-15T12:00:00.000Z';
  const next_charge = { date: spring, amount: 24.99, credit: 0 };
  const list = stubCall('/user/subscriptions', {
    ...ok,
    subscriptions: [{ ...trial, current_period_end: ends, next_charge }],
  });
  const cancel = stubCall(`/user/subscriptions/${held.id}/cancel`, { ...ok, message: '' });
  open('/user/subscriptions');
  const card = within(await screen.findByRole('article', { name: 'Portfolio Builder' }));
  expect(card.getByText('Ends 15 Apr 2036')).toBeVisible();
  expect(card.getByText('First charge')).toBeVisible();
  expect(card.getByText('9 March 2036')).toBeVisible();
  expect(card.getByText(/^Cancel ends it before its first charge\./)).toBeVisible();
  expect(card.getByRole('button', { name: "Don't Cancel" })).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Cancel' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText('Your free trial of Portfolio Builder continues until 9 March 2036.'),
  ).toBeVisible();
  list.body = { ...ok, subscriptions: [{ ...trial, next_charge: null }] };
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  expect(await card.findByText('Ends 9 Mar 2036')).toBeVisible();
  expect(cancel.sent).toHaveLength(1);
  expect(card.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(card.getByRole('button', { name: "Don't Cancel" })).toBeVisible();
  expect(card.getByText(/once the trial ends\.$/)).toBeVisible();
});

test('a subscription is cancelled by two clicks', async () => {
  signIn();
  const list = stubCall('/user/subscriptions', { ...ok, subscriptions: [held] });
  const cancelled = stubCall(`/user/subscriptions/${held.id}/cancel`, ok);
  open('/user/subscriptions');
  await press('Cancel');
  expect(cancelled.sent).toEqual([]);
  list.body = { ...ok, subscriptions: [{ ...held, cancel_at_period_end: true }] };
  await press('Cancel subscription');
  await screen.findByText('Ends 9 Mar 2036');
  expect(cancelled.sent).toEqual([{ method: 'POST', body: null }]);
});

test('a checkout that was not finished is dismissed, and going back does not bring its notice again', async () => {
  signIn();
  stubCall('/user/subscriptions', { ...ok, subscriptions: [held], credit: 0 });
  stubCall('/subscriptions/checkout/confirm', { ...ok, status: 'open' });
  open('/user/subscriptions?session_id=cs_test_1');
  await screen.findByText('This checkout was not finished');
  const steps = window.history.length;
  await press('Dismiss');
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.queryByText('This checkout was not finished')).toBeNull();
  expect(window.history.length).toBe(steps);
});
