import { deepStrictEqual as same } from 'node:assert/strict';
import type { Life } from './life.ts';
import { passTime, type Standing } from './oracle.ts';
import { truthOf } from './truth.ts';

/** Lets days pass at Stripe. `alone` as in `perform`. */
export async function passDays({ world }: Life, days: number, alone: boolean): Promise<void> {
  const { sandbox } = world;
  const before = truthOf(sandbox);
  const openOf = (id: string) =>
    sandbox
      .all('invoice')
      .find(
        (one) => one.status === 'open' && one.parent?.subscription_details?.subscription === id,
      );
  const open = new Map(before.held.map(({ id }) => [id, openOf(id)]));
  await sandbox.fetch('http://localhost/sandbox/clock', {
    method: 'POST',
    body: JSON.stringify({ advance_days: days }),
    headers: { 'content-type': 'application/json' },
  });
  if (!alone) return;
  const now = sandbox.now();
  // Credit may pay where a card would not.
  const isPlain =
    (before.credit === 0 || before.held.every(({ live, cardPays }) => !live || cardPays)) &&
    // A dispute ends what it paid for.
    sandbox.all('payment_method').every(({ card }) => card?.last4 !== '0259');
  if (!isPlain) return;
  const standing = ({ stripeStatus, periodEnd, endedAt }: Standing) => ({
    stripeStatus,
    periodEnd,
    endedAt,
  });
  for (const one of before.held) {
    const expected = passTime(one, now, open.get(one.id));
    const after = truthOf(sandbox).held.find(({ id }) => id === one.id);
    if (expected && after) same(standing(after), standing(expected), `${days} days later`);
  }
}
