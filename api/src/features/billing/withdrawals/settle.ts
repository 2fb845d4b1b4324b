import Stripe from 'stripe';
import type { Services } from '../../../services.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import { refundable } from './money.ts';
import { undoneBy, type Withdrawal, withdrawalOf } from './withdrawn.ts';

/**
 * Does at Stripe what each withdrawal that was declared leads to: the subscription ends now, nothing
 * of it is owed, and what was paid goes back. Answers whether anything was done.
 */
export async function settleWithdrawals(services: Services, snapshot: Snapshot): Promise<boolean> {
  let isChanged = false;
  for (const subscription of snapshot.subscriptions) {
    const withdrawal = withdrawalOf(subscription);
    if (!withdrawal) continue;
    for (const step of stepsLeft(services, snapshot, subscription, withdrawal)) {
      if (await isDone(services, subscription.id, step)) isChanged = true;
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

function stepsLeft(
  { stripe }: Services,
  snapshot: Snapshot,
  subscription: Stripe.Subscription,
  withdrawal: Withdrawal,
): (() => Promise<unknown>)[] {
  const { id } = subscription;
  const ends = () => stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
  const open = undoneBy(subscription, withdrawal, snapshot).filter(
    ({ status }) => status === 'open',
  );
  return [
    ...(subscription.ended_at === null ? [ends] : []),
    ...open.map((invoice) => () => stripe.invoices.voidInvoice(invoice.id)),
    ...refundsLeft(subscription, withdrawal, snapshot).map(
      ({ charge, amount }) =>
        () =>
          stripe.refunds.create(
            {
              charge: charge.id,
              amount,
              reason: 'requested_by_customer',
              metadata: { withdrawal: id },
            },
            // It builds on what went back before, so two processes make it once.
            { idempotencyKey: `withdrawal-${charge.id}-${charge.amount_refunded}` },
          ),
    ),
  ];
}

function refundsLeft(
  subscription: Stripe.Subscription,
  withdrawal: Withdrawal,
  snapshot: Snapshot,
): { charge: Stripe.Charge; amount: number }[] {
  const charges = refundable(undoneBy(subscription, withdrawal, snapshot), snapshot);
  let owed = charges.reduce((sum, { left }) => sum + left, 0) - withdrawal.kept;
  return charges.flatMap(({ charge, left }) => {
    const amount = Math.min(left, Math.max(0, owed));
    owed -= amount;
    return amount > 0 ? [{ charge, amount }] : [];
  });
}

/** Whether Stripe did it: somebody else may have come first, or a bank may hold the money. */
async function isDone(
  { log }: Services,
  subscription: string,
  step: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError;
    if (!isRefused) throw error;
    log.warn({ subscription, error }, 'Stripe refused a step of a withdrawal');
    return false;
  }
}
