import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { notify } from '../../lib/notify.ts';
import { requestId, stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { figure, inMain, press, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { specifiedLists } from '../../testing/specified-lists.ts';
import { toasts } from '../../testing/toasts.ts';

/** Shows a toast, and waits until it has gone: from then on the next one would be seen at once. */
async function openWithToast(path: string): Promise<() => number> {
  signIn('admin');
  open(path);
  notify.success('First');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(toasts()).toEqual([]);
  let seen = 0;
  new MutationObserver(() => {
    seen += toasts().length;
  }).observe(document.body, { childList: true, subtree: true });
  return () => seen;
}

beforeEach(() => {
  vi.useFakeTimers();
});

test.each(specifiedLists)(
  'when $path fails the list is emptied and no figure is known, which is only logged',
  async ({ path, badge, cards, body }) => {
    const name = path.split('/').at(-1);
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const stub = stubCall(path, body);
    const toastsSeen = await openWithToast(path);
    await screen.findByRole('row', { name: /Ada Byron/ });

    for (const fail of [
      // The same list once more: somebody comes back to the tab.
      async () => {
        await vi.advanceTimersByTimeAsync(60_000);
        window.dispatchEvent(new Event('visibilitychange'));
      },
      () => user.type(screen.getByPlaceholderText('Search by user...'), 'ada'),
    ]) {
      log.mockClear();
      stub.status = 500;
      await fail();
      const alert = await screen.findByRole('alert');
      expect(log).toHaveBeenCalledWith(`Loading ${name} failed`, expect.anything());
      expect(alert).toHaveTextContent(
        `The list could not be loaded.Reference: ${requestId}Try again`,
      );
      expect(screen.queryByText(`No ${name} found`)).toBeNull();
      expect(screen.queryAllByRole('row')).toEqual([]);
      for (const card of Object.keys(cards)) expect(figure(card)).toBe('–Not known');
      expect(texts(inMain(''))[0]).not.toMatch(/\d/);
      if (badge) expect(screen.getByText('Total')).toBeVisible();
      stub.status = 200;
      await press('Try again');
      await screen.findByRole('row', { name: /Ada Byron/ });
      expect(toastsSeen()).toBe(0);
    }
  },
);

test('a dashboard that fails has no figures and no payments, which is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const stub = stubCall('/admin/dashboard-stats', { success: false, message: 'No' });
  stub.status = 500;
  stubCall('/admin/users', specifiedLists[0]?.body);
  stubCall('/admin/cancellations', { success: false }).status = 500;
  const toastsSeen = await openWithToast('/admin/users');
  await press(/^Dashboard/, 'link');
  await screen.findByText('The latest payments could not be loaded.');
  expect(log).toHaveBeenCalledWith('Loading the dashboard failed', expect.anything());
  for (const name of ['Active Users', 'Trial Users', 'Active Subscriptions', 'Total Revenue']) {
    expect(figure(name)).toBe('–Not known');
  }
  expect(texts(inMain(''))[0]).not.toMatch(/\d/);
  expect(screen.queryByText('No payments found')).toBeNull();
  expect(toastsSeen()).toBe(0);
});
