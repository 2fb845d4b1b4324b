import { deepStrictEqual as same } from 'node:assert/strict';
import type { Life } from './life.ts';
import { passTime, paysUntil, type Standing } from './oracle.ts';
import { truthOf, unpaidInvoices } from './truth.ts';

/** Lets days pass at Stripe. `alone` as in `perform`. */
export async function passDays({ world }: Life, days: number, alone: boolean): Promise<void> {
  const { sandbox } = world;
  const before = truthOf(sandbox);
  const unpaid = unpaidInvoices(sandbox);
  const unpaidOf = (id: string) =>
    unpaid.filter(({ parent }) => parent?.subscription_details?.subscription === id);
  await sandbox.fetch('http://localhost/sandbox/clock', {
    method: 'POST',
    body: JSON.stringify({ advance_days: days }),
    headers: { 'content-type': 'application/json' },
  });
  if (!alone) return;
  const now = sandbox.now();
  // Credit may pay where a card would not.
  const isPlain =
    (before.credit === 0 || before.held.every((one) => !one.live || paysUntil(one, now))) &&
    // A dispute ends what it paid for.
    sandbox.all('payment_method').every(({ card }) => card?.last4 !== '0259');
  if (!isPlain) return;
  const standing = ({ stripeStatus, periodEnd, endedAt }: Standing) => ({
    stripeStatus,
    periodEnd,
    endedAt,
  });
  for (const one of before.held) {
    const expected = passTime(one, now, unpaidOf(one.id));
    const after = truthOf(sandbox).held.find(({ id }) => id === one.id);
    if (expected && after) same(standing(after), standing(expected), `${days} days later`);
  }
}
