import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { held, spring } from '../../testing/held.ts';
import { open } from '../../testing/open.tsx';
import { inMain, texts } from '../../testing/screen.ts';
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
