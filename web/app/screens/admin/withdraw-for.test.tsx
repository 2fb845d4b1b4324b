import { screen, waitFor, within } from '@testing-library/react';
import { londonDay } from 'contract/withdrawal';
import { beforeEach, expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ada, adaInList, adaSubscription, ok } from '../../testing/specified-lists.ts';

beforeEach(() => {
  signIn('admin');
});

const done = { ...ok, message: 'Withdrawn', refund: { amount: 35 } };

async function openSubscription(says: object) {
  const subscription = { ...adaSubscription, status: 'active', ...says };
  const stats = { total: 1, active: 1, trial: 0 };
  const list = { ...ok, subscriptions: [subscription], stats, next: null, previous: null };
  stubCall('/admin/subscriptions', list);
  const sent = stubCall(`POST /admin/subscriptions/${subscription.id}/withdraw`, done);
  open('/admin/subscriptions');
  await screen.findByRole('table');
  return sent;
}

async function openHolder(says: object) {
  const path = `/admin/users/${ada.id}`;
  const subscriptions = [{ ...adaSubscription, status: 'active', ...says }];
  stubCall(path, { ...ok, data: adaInList });
  stubCall(`${path}/sessions`, { ...ok, data: [] });
  const rest = { has_access: true, because: '', payments: [], timeline: [] };
  stubCall(`${path}/history`, { ...ok, data: { ...rest, subscriptions } });
  open(path);
  await screen.findByRole('cell', { name: /Monthly/ });
}

async function ask() {
  await press(/^Withdraw/);
  return within(screen.getByRole('alertdialog', { name: /^Withdraw from Complete Bundle for/ }));
}

test('product D131: withdrawing for somebody is of today, unless another day is entered', async () => {
  const stub = await openSubscription({ withdraw_until: '2099-12-06', withdraw_refund: 35 });
  let dialog = await ask();
  dialog.getByText('The right to withdraw lasts until 6 December 2099.');
  dialog.getByText(/£35\.00 goes back to the card that paid\./);
  expect(dialog.getByLabelText('Declared on')).toHaveValue(londonDay(new Date()));
  await press('Withdraw now');
  await waitFor(() => expect(stub.sent).toHaveLength(1));
  expect(stub.sent[0]?.body ?? null).toBeNull();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  dialog = await ask();
  await user.clear(dialog.getByLabelText('Declared on'));
  await user.type(dialog.getByLabelText('Declared on'), '2026-03-20');
  await press('Withdraw now');
  await waitFor(() => expect(stub.sent).toHaveLength(2));
  expect(stub.sent[1]?.body).toEqual({ declared_on: '2026-03-20' });
});

const over = { withdraw_until: null, withdraw_refund: null, withdraw_declarable: true };

test('what was declared in time can be entered once the right is over, on the page of its user', async () => {
  await openHolder(over);
  const dialog = await ask();
  dialog.getByText(
    'The right to withdraw is over: say on which day, while it lasted, it was declared.',
  );
  dialog.getByText(
    /Access ends at once\. What was paid since the right began goes back to the card/,
  );
});

test('product D131: so it can once somebody else has ended it', async () => {
  await openHolder({ ...over, status: 'cancelled' });
  const dialog = await ask();
  dialog.getByText(/What was paid since the right began .* A mail confirms it\./);
  expect(dialog.queryByText(/Access ends/)).toBeNull();
});

test.each([
  ['a list does not offer it any more', openSubscription, over],
  [
    'what is withdrawn from, or ended long ago, is not offered again',
    openHolder,
    { ...over, status: 'cancelled', withdraw_declarable: false },
  ],
])('%s', async (_what, show, says) => {
  await show(says);
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});
