import { type Life, nth } from './life.ts';
import type { Act } from './steps.ts';
import { unlessRefused } from './support.ts';

/** A cardholder disputes a payment; the bank may decide at once. */
export async function dispute(
  life: Life,
  { charge: n, subscription, verdict }: Extract<Act, { does: 'dispute' }>,
): Promise<void> {
  const { sandbox } = life.world;
  const open = sandbox
    .all('charge')
    .filter((one) => one.paid && !one.disputed && one.amount_refunded < one.amount);
  const charge = nth(open, n);
  if (!charge) return;
  await sandbox.fetch('http://localhost/sandbox/disputes', {
    method: 'POST',
    body: JSON.stringify({ charge: charge.id, subscription }),
    headers: { 'content-type': 'application/json' },
  });
  if (verdict !== 'later') await decideDispute(life, { dispute: 0, verdict });
}

/** The bank decides: on our evidence for us, or as we accept the loss. */
export async function decideDispute(
  { world }: Life,
  { dispute: n, verdict }: { dispute: number; verdict: 'won' | 'lost' },
): Promise<void> {
  const { sandbox, stripe } = world;
  const open = sandbox.all('dispute').filter(({ status }) => status === 'needs_response');
  const one = nth(open, n);
  if (!one) return;
  const { disputes } = stripe;
  await unlessRefused(
    verdict === 'lost'
      ? disputes.close(one.id)
      : disputes.update(one.id, { evidence: { uncategorized_text: 'winning_evidence' } }),
  );
}
