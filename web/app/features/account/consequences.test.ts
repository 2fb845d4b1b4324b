import { expect, it } from 'vitest';
import { consequences } from './consequences.ts';

it.each([
  [[], 'You have no subscription that would end.'],
  [
    ['Portfolio Builder'],
    'Portfolio Builder ends at once. Nothing more is charged, and nothing is paid back: to withdraw with a refund, do that first under My Subscriptions.',
  ],
  [
    ['Portfolio Builder', 'Cataract Connect'],
    'Portfolio Builder and Cataract Connect end at once. Nothing more is charged, and nothing is paid back: to withdraw with a refund, do that first under My Subscriptions.',
  ],
  [
    undefined,
    'Subscriptions that run end at once. Nothing more is charged, and nothing is paid back: to withdraw with a refund, do that first under My Subscriptions.',
  ],
])('a deletion with %j running says what ends', (running, text) => {
  expect(consequences(running)[0]).toEqual({ title: 'What ends', text });
});

it('product U259: what credit there is goes with the account, and how to have it paid back first', () => {
  expect(consequences([], 3.38)[0]?.text).toBe(
    'You have no subscription that would end. Your £3.38 of credit goes with the account: to have it paid back, write to support@fernlea-health.example first.',
  );
  expect(consequences([], null)[0]?.text).toBe('You have no subscription that would end.');
});

it('and what is kept, for how long', () => {
  expect(consequences([])[2]?.text).toBe(
    'Without your name and email: what you paid, for six years, as tax law asks; what you agreed to, for six years; if you had a free trial, a code for its card, from which the card cannot be told, for six years; and security records, for as long as the privacy policy says. Invoices that were issued keep what is printed on them.',
  );
});
