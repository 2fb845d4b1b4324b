import { screen, waitFor, within } from '@testing-library/react';
import { shownHeader } from 'contract/shown-header';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { offers } from '../../testing/offers.ts';
import { open } from '../../testing/open.tsx';
import { user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';

test('product U371: while changed terms are announced the plans say from when, and are bought under those of today', async () => {
  signIn();
  vi.spyOn(console, 'error').mockReturnValue();
  const terms = { version: 'of-today', to_come: [{ version: 'to-come', from: '2026-12-24' }] };
  stubCall('/plans', { ...ok, plans: offers, terms });
  const checkout = stubCall('/subscriptions/checkout', { ...ok, checkout_url: '' });
  open('/user/subscriptions/plans');
  const main = within(await screen.findByRole('main'));
  const said = await main.findByText(/Changed terms hold for you from 24 December 2026/);
  expect(within(said).getByRole('link')).toHaveAttribute('href', '/terms?version=to-come');
  expect(main.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
    'href',
    '/terms?version=of-today',
  );
  const [card] = main.getAllByRole('article');
  await user.click(within(card as HTMLElement).getByRole('button'));
  await waitFor(() => expect(checkout.headers).toHaveLength(1));
  expect(checkout.headers[0]?.get(shownHeader)).toContain('terms_version=of-today');
});
