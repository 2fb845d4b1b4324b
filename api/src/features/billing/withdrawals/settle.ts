import type Stripe from 'stripe';
import type { Services } from '../../../services.ts';
import { isOvertaken, unlessDone } from '../stripe/client.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import { countFailed, nth } from './failed.ts';
import { refundable, sumLeft } from './money.ts';
import { undoneBy, type Withdrawal, withdrawalOf } from './withdrawn.ts';

/** A refund that a bank has sent back so often needs a person. */
const mostTries = 3;

/**
 * Does at Stripe what each withdrawal that was declared leads to: the subscription ends now, nothing
 * of it is owed, and what was paid goes back. Answers whether anything was done, here or by somebody
 * else since the snapshot.
 */
export async function settleWithdrawals(services: Services, snapshot: Snapshot): Promise<boolean> {
  const { stripe } = services;
  let isChanged = false;
  for (const subscription of snapshot.subscriptions) {
    const withdrawal = withdrawalOf(subscription);
    if (!withdrawal) continue;
    const { id, ended_at } = subscription;
    if (ended_at === null) {
      await unlessDone(stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }));
      isChanged = true;
    }
    if (await writeOff(services, undoneBy(subscription, withdrawal, snapshot))) isChanged = true;
    for (const refund of refundsLeft(subscription, withdrawal, snapshot)) {
      if (await payBack(services, id, refund)) isChanged = true;
    }
  }
  return isChanged;
}

/** Pence that withdrawals promised and that have not gone back. */
export function owedBack(snapshot: Snapshot): number {
  return snapshot.subscriptions.reduce((sum, subscription) => {
    const withdrawal = withdrawalOf(subscription);
    const refunds = withdrawal ? refundsLeft(subscription, withdrawal, snapshot) : [];
    return sum + refunds.reduce((total, { amount }) => total + amount, 0);
  }, 0);
}

function refundsLeft(
  subscription: Stripe.Subscription,
  withdrawal: Withdrawal,
  snapshot: Snapshot,
): { charge: Stripe.Charge; amount: number }[] {
  const charges = refundable(undoneBy(subscription, withdrawal, snapshot), snapshot);
  let owed = sumLeft(charges) - withdrawal.kept;
  return charges.flatMap(({ charge, left }) => {
    const amount = Math.min(left, Math.max(0, owed));
    owed -= amount;
    return amount > 0 ? [{ charge, amount }] : [];
  });
}

/** Voids those invoices that are open. Answers whether anything is owed no more: a payment under way keeps one open. */
export async function writeOff(services: Services, invoices: Stripe.Invoice[]): Promise<boolean> {
  let isChanged = false;
  for (const { id, status } of invoices) {
    if (status === 'open' && (await voided(services, id))) isChanged = true;
  }
  return isChanged;
}

/** Whether nothing is owed on an invoice any more. */
function voided(services: Services, id: string): Promise<boolean> {
  const { invoices } = services.stripe;
  return isSettled(services, id, {
    by: () => invoices.voidInvoice(id),
    orBefore: async () => (await invoices.retrieve(id)).status !== 'open',
  });
}

/** Whether it went back, or something else came of that charge: a bank may hold it from now on. */
async function payBack(
  services: Services,
  withdrawal: string,
  { charge, amount }: { charge: Stripe.Charge; amount: number },
): Promise<boolean> {
  const { refunds, charges } = services.stripe;
  const { id, amount_refunded: before, disputed } = charge;
  const failed = await countFailed(services.stripe, id);
  if (failed >= mostTries) {
    services.log.error({ id, amount }, 'a bank takes no refund of a withdrawal');
    return false;
  }
  return isSettled(services, id, {
    by: () =>
      refunds.create(
        { charge: id, amount, reason: 'requested_by_customer', metadata: { withdrawal } },
        // It builds on what went back before, so two processes make it once.
        { idempotencyKey: `withdrawal-${id}-${before}${nth(failed)}` },
      ),
    orBefore: async () => {
      const now = await charges.retrieve(id);
      return now.amount_refunded !== before || now.disputed !== disputed;
    },
  });
}

/** Does something at Stripe; where that is refused, whether it was done or overtaken before. */
async function isSettled(
  { log }: Services,
  id: string,
  { by, orBefore }: { by: () => Promise<unknown>; orBefore: () => Promise<boolean> },
): Promise<boolean> {
  try {
    await by();
    return true;
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    const isOutdated = await orBefore();
    if (!isOutdated) log.error({ id, error }, 'Stripe refused to write off or to pay back');
    return isOutdated;
  }
}
