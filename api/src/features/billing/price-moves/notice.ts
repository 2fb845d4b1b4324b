import { findPlan, productName } from 'contract/catalogue';
import { promised } from 'contract/promised';
import type { Notice } from '../../../emails/notices.ts';
import { sendingLimitMs } from '../../../emails/sending-limit.ts';
import type { Services } from '../../../services.ts';
import { unlessMissing } from '../stripe/client.ts';
import { idOf } from '../stripe/reference.ts';
import { saleOf } from '../stripe/sync/sale.ts';
import { queueKept } from './kept.ts';
import { isAtOurPrice, type Pending, pendingMove } from './pending.ts';
import {
  deleteMove,
  findKept,
  findMove,
  isOvertaken,
  type PriceMove,
  setTold,
} from './repository.ts';

/** From when on a price may be charged that is told of at a moment. */
export function endOfNotice(toldAt: Date): Date {
  return new Date(toldAt.getTime() + promised.priceNoticeDays * 86_400_000 + sendingLimitMs);
}

/**
 * The mail that tells a holder of a new price: it names the first renewal that is the whole notice after
 * it goes out, and the price that is paid by then, which may be one of before that came meanwhile.
 * Nothing of it is left for what has ended, is set to end or sells something else by now, and where a
 * newer price is told of.
 */
export async function priceNotice(
  services: Services,
  cause: string,
): Promise<Notice<'price-changing'>> {
  const { jobs, mails, stripeClock } = services;
  const [, stripeSubscriptionId = '', priceId = ''] = cause.split(':');
  const found = await findMove(services.db, { stripeSubscriptionId, priceId });
  const looked = found && (await lookAt(services, found.move));
  return {
    template: 'price-changing',

    async write(transaction) {
      if (!found) return null;
      const { move, firstName } = found;
      const plan = findPlan(move.planId);
      if (!plan || !looked?.due || (await isOvertaken(transaction, move))) {
        await deleteMove(transaction, move);
        return null;
      }
      if (!(await setTold(transaction, move, looked.due.move))) return null;
      const { oldAmount, newAmount } = looked.due.move;
      return {
        ...{ firstName, product: productName(plan.productId), cycle: plan.cycle },
        ...{ oldAmount, newAmount, appliesAt: looked.due.from.toISOString() },
      };
    },

    async noteSent(transaction) {
      if (!found || !looked) return;
      const toldAt = stripeClock.now();
      const notBefore = new Date(endOfNotice(toldAt).getTime() - sendingLimitMs);
      const isLeft = await setTold(transaction, found.move, { toldAt, notBefore });
      // Taken back while the mail was under way: all else that ends a move takes its mail with it.
      const kept = isLeft ? undefined : await findKept(transaction, found.move);
      if (kept) await queueKept(mails, transaction, { move: found.move, ...kept });
      await jobs.enqueue(transaction, 'sync-customer', { customerId: looked.customerId });
    },
  };
}

/** Whose a subscription is at Stripe, and what becomes of it if its holder is told now. */
async function lookAt(
  { prices, stripe, stripeClock }: Services,
  move: PriceMove,
): Promise<{ customerId: string; due: Pending | null } | undefined> {
  const { stripeSubscriptionId: id } = move;
  const subscription = await unlessMissing(stripe.subscriptions.retrieve(id));
  if (!subscription) return undefined;
  const sale = await saleOf(prices, subscription);
  const now = stripeClock.now();
  const notBefore = new Date(Math.max(move.notBefore.getTime(), endOfNotice(now).getTime()));
  const customerId = idOf(subscription.customer) ?? '';
  if (typeof sale !== 'object') return { customerId, due: null };
  const sold = { planId: sale.plan.id, amount: sale.amount };
  // What somebody was told before may have come while this waited.
  const hasMoved = isAtOurPrice(subscription, move.planId) && sold.amount !== move.newAmount;
  const oldAmount = hasMoved ? sold.amount : move.oldAmount;
  const moves = [{ ...move, oldAmount, toldAt: now, notBefore }];
  return { customerId, due: pendingMove(subscription, sold, moves) };
}
