import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ada, ok, specifiedLists } from '../../testing/specified-lists.ts';

const common = {
  ...{ search: 'ada', product: '0198c000-0000-7000-8000-000000000003', plan: 'yearly' },
  ...{ user: ada.id, month: '2026-10' },
};
/** Every way in which a list can be narrowed and sorted. */
const narrowed: Record<string, Record<string, string>> = {
  users: { search: 'ada', role: 'user', isActive: 'false', holds: 'trial', sortBy: 'email' },
  subscriptions: { ...common, status: 'expired', figure: 'churned', sortBy: 'price' },
  payments: { ...common, status: 'failed', figure: 'revenue', sortBy: 'amount' },
};

test.each(specifiedLists)(
  'an export of $path asks for the very rows that the list shows',
  async ({ path, body }) => {
    const list = path.split('/').at(-1) ?? '';
    signIn('admin');
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      followed.push(`${this.download}${this.href}`);
    });
    const stub = stubCall(path, body);
    stubCall(`/admin/users/${ada.id}`, { ...ok, data: ada });
    const url = '/api/admin/exports/download?ticket=one';
    const asked = stubCall('/admin/exports', { ...ok, url });
    const query: Record<string, string> = { ...narrowed[list], sortOrder: 'asc' };
    open(`${path}?${new URLSearchParams(query)}`);
    await screen.findByRole('row', { name: /Ada Byron/ });

    const button = screen.getByRole('button', { name: 'Export CSV' });
    button.focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Your download has started');
    expect(asked.sent).toEqual([{ method: 'POST', body: { list, query } }]);
    expect(followed).toEqual([new URL(url, window.location.href).href]);
    expect(button).toHaveFocus();
    const { page: _, pageSize: __, ...shown } = Object.fromEntries(stub.asked.at(-1) ?? []);
    expect(shown).toEqual(query);
  },
);
