import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { adaPayment, ok } from '../../testing/specified-lists.ts';

const paid = { ...adaPayment, status: 'success', amount: 150, refunded: 20 };

beforeEach(() => {
  signIn('admin');
});

function openPayment(payment: object) {
  stubCall('/admin/payments', { ...ok, payments: [payment], next: null, previous: null });
  open('/admin/payments');
  return screen.findByRole('table');
}

test('product D132: a refund offers what can still go back, and says what cannot', async () => {
  await openPayment({ ...paid, refundable: 80 });
  await press(/^Refund/);
  const dialog = within(screen.getByRole('alertdialog', { name: 'Refund this payment?' }));
  const amount = dialog.getByLabelText('Amount in pounds');
  expect(amount).toHaveValue('80.00');
  expect(amount).toHaveAccessibleDescription('£80.00 can still be refunded.');
  dialog.getByText(
    /£20\.00 of it has gone back\. £50\.00 of it was given back as credit or by other ways, or is held by a bank\./,
  );
  await user.clear(amount);
  await user.type(amount, '80.01');
  await press('Refund');
  dialog.getByText('At most £80.00');
});

test('a refund says nothing of what cannot go back where all that is left can', async () => {
  await openPayment({ ...paid, refundable: 130 });
  await press(/^Refund/);
  expect(screen.getByLabelText('Amount in pounds')).toHaveValue('130.00');
  expect(screen.queryByText(/given back as credit/)).toBeNull();
});

test('a payment of which nothing can go back offers no refund', async () => {
  const table = await openPayment({ ...paid, refundable: 0 });
  expect(within(table).queryByRole('button', { name: /^Refund/ })).toBeNull();
});
