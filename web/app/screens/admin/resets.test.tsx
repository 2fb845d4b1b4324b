import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { rendered, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { specifiedLists } from '../../testing/specified-lists.ts';

const search = () => screen.getByPlaceholderText('Search by user...');
const chosen = (name: string) => {
  const { options, value } = screen.getByLabelText<HTMLSelectElement>(name);
  return Array.from(options).find((option) => option.value === value)?.textContent;
};
const resetButton = () => screen.getByRole('button', { name: 'Reset filters' });
const address = () => window.location.pathname + window.location.search;

test.each(specifiedLists)(
  'a reset of $path takes off the search and every choice, and asks for everything',
  async ({ path, choices, body }) => {
    signIn('admin');
    vi.useFakeTimers();
    const stub = stubCall(path, body);
    const filters = Object.values(choices).map(([key, , [, value]]) => [key, value ?? '']);
    const narrowed = new URLSearchParams([['search', 'ada'], ...filters]);
    open(`${path}?${narrowed}`);
    await screen.findByRole('row', { name: /Ada Byron/ });
    expect(search()).toHaveValue('ada');
    for (const [name, [, , [label]]] of Object.entries(choices)) expect(chosen(name)).toBe(label);
    expect(stub.asked).toHaveLength(1);
    for (const [key, value] of narrowed) expect(stub.asked.at(-1)?.get(key)).toBe(value);

    await user.click(resetButton());
    await waitFor(() => expect(search()).toHaveValue(''));
    expect(address()).toBe(path);
    for (const [name, [, [all]]] of Object.entries(choices)) expect(chosen(name)).toBe(all);
    // Nothing goes out once more when the wait of the search box is over.
    await vi.advanceTimersByTimeAsync(1000);
    expect(address()).toBe(path);
    await waitFor(() => expect(stub.asked).toHaveLength(2));
    for (const key of narrowed.keys()) expect(stub.asked.at(-1)?.has(key)).toBe(false);
    // There is nothing left to reset.
    expect(resetButton()).toHaveAttribute('aria-disabled', 'true');
  },
);

test.each(specifiedLists)(
  'what an address of $path cannot mean is not asked for',
  async ({ path, choices, body }) => {
    signIn('admin');
    const stub = stubCall(path, body);
    const keys = Object.values(choices).map(([key]) => key);
    const junk = ['search', ...keys, 'sortBy', 'sortOrder', 'user', 'figure', 'month', 'holds'];
    const known = new URLSearchParams(junk.map((key) => [key, '0000-00']));
    open(`${path}?${known}&page=-1&pageSize=x&cursor=x`);
    await screen.findByRole('row', { name: /Ada Byron/ });
    expect(stub.asked).toHaveLength(1);
    const { sortBy: _, ...asked } = Object.fromEntries(stub.asked.at(-1) ?? []);
    expect(asked).toEqual({ search: '0000-00', sortOrder: 'desc', page: '1', pageSize: '25' });
  },
);

test.each(specifiedLists)(
  'on $path what is typed and not sent yet can be reset, and nothing is asked for',
  async ({ path, body }) => {
    signIn('admin');
    const stub = stubCall(path, body);
    open(path);
    await screen.findByRole('row', { name: /Ada Byron/ });
    expect(resetButton()).toHaveAttribute('aria-disabled', 'true');
    const all = stub.asked.length;
    vi.useFakeTimers();
    vi.setTimerTickMode('manual');
    fireEvent.change(search(), { target: { value: 'byron' } });
    fireEvent.click(resetButton());
    await rendered();
    await vi.advanceTimersByTimeAsync(1000);
    expect(search()).toHaveValue('');
    expect(address()).toBe(path);
    expect(stub.asked).toHaveLength(all);
  },
);
