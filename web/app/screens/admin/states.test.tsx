import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Stub, stubCall } from '../../testing/api.ts';
import { oddLists } from '../../testing/odd-lists.ts';
import { open } from '../../testing/open.tsx';
import { figure, inMain, press, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { toasts } from '../../testing/toasts.ts';

const failures: Partial<Stub>[] = [
  ...[403, 404, 500].map((status) => ({ status })),
  { offline: true },
];

test.each(oddLists)('the list of $name holds in every state', async (list) => {
  const { name, answer, rows, derived, calm } = list;
  const path = `/admin/${name}`;
  signIn('admin');
  vi.spyOn(console, 'error').mockReturnValue();

  // Nothing there, and nothing that matches.
  const stub = stubCall(path, answer([]));
  open(path);
  await screen.findByText(`No ${name} found`);
  expect(screen.getByText(calm)).toBeVisible();
  const search = () => screen.getByPlaceholderText('Search by user...');
  fireEvent.change(search(), { target: { value: 'nobody' } });
  await waitFor(() => expect(window.location.search).toBe('?search=nobody'));
  await screen.findByText(`No ${name} match your current filters.`);
  const resets = () => screen.getAllByRole('button', { name: 'Reset filters' });
  await waitFor(() => expect(resets()).toHaveLength(2));
  const [, inList] = resets();
  await user.click(inList as HTMLElement);
  await waitFor(() => expect(search()).toHaveValue(''));
  expect(window.location.pathname + window.location.search).toBe(path);

  stub.body = { success: false, message: 'refused', error: 'refused', data: null };
  for (const [index, failure] of failures.entries()) {
    Object.assign(stub, failure);
    const before = stub.asked.length;
    if (index === 0) open(path);
    else await press('Try again');
    await waitFor(() => expect(stub.asked.length).toBeGreaterThan(before));
    await screen.findByText('The list could not be loaded.');
    expect(screen.queryByText(`No ${name} found`)).toBeNull();
    for (const card of Object.keys(derived)) expect(figure(card)).toBe('–Not known');
    expect(toasts()).toEqual([]);
  }

  // Another try brings the rows, and figures derived from them.
  Object.assign(stub, { status: 200, offline: false, body: answer(rows) });
  await press('Try again');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
  for (const [card, value] of Object.entries(derived)) expect(figure(card)).toBe(value);

  // Names are shown as they are, whatever they hold, and dates that are none are told.
  const bobby = screen.getByRole('row', { name: /Bobby/ });
  expect(bobby).toHaveTextContent('<b>Bobby</b> <img src=x onerror=alert(1)>');
  expect(bobby).toHaveTextContent('Invalid Date');
  expect(screen.getByRole('link', { name: 'محمد عبد الرحمن الخطيب' })).toBeVisible();
  expect(inMain('img')).toEqual([]);
});
