import { findProduct } from 'contract/catalogue';
import { writeConfirmation } from '../../../../emails/subscription-confirmed.ts';
import { termsTextOf } from '../../../agreements/kept-texts.ts';
import { concludeAgreement, keepConfirmation } from '../../../agreements/service.ts';
import { type Charge, chargesToCome } from '../../subscriptions/charges-to-come.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import { isChosenHere } from '../checkout/intents-repository.ts';
import type { Projection } from '../sync/projection.ts';
import type { Change, MailContext } from './subscription-mails.ts';

/**
 * Ties each subscription that is new, or on another plan, to the agreement it came of. A new one is
 * confirmed by a mail that is kept with the agreement, and so is a change on trial, which is charged nothing that
 * would be told by a receipt. What was not chosen here, but by the company at Stripe, has no agreement and no such mail.
 */
export async function queueConfirmations(
  context: MailContext,
  changes: Change[],
  projection: Projection,
): Promise<void> {
  const held = changes.map(({ after }) => after);
  for (const { before, after } of changes) {
    if (!after.hasAccess || before?.planId === after.planId) continue;
    const { userId, planId, stripeId } = after;
    const choice = { userId, planId, stripeId };
    // What somebody chose and left is not agreed to by what support sells.
    const intentId = before ? null : (projection.intents.get(stripeId) ?? null);
    if (!(await isChosenHere(context.transaction, { userId, planId, intentId }))) continue;
    const agreement = await concludeAgreement(context.transaction, choice);
    if (!agreement || (before && after.status !== 'trial')) continue;
    const first = firstCharge(after, held, projection);
    await queueConfirmation(context, agreement, { after, first, isChange: before !== undefined });
  }
}

async function queueConfirmation(
  { mails, transaction, customer, siteUrl }: MailContext,
  agreement: { id: string; agreedAt: Date; termsVersion: string | null },
  { after, first, isChange }: { after: SubscriptionRow; first: First; isChange: boolean },
): Promise<void> {
  const product = findProduct(after.productId);
  if (!product) return;
  const { stripeId, cycle, amount, startedAt } = after;
  const onTrial = after.status === 'trial';
  const content = writeConfirmation(
    {
      ...{ firstName: customer.firstName, product, cycle, amount, startedAt, ...first, isChange },
      agreedAt: agreement.agreedAt,
      trialEnd: onTrial ? after.trialEnd : null,
      terms: await termsTextOf(transaction, agreement.termsVersion),
    },
    siteUrl,
  );
  const isNew = await mails.queue(transaction, {
    cause: isChange
      ? `plan-changed:${stripeId}:${agreement.id}`
      : `${onTrial ? 'trial' : 'subscription'}-started:${stripeId}`,
    template: 'subscription-confirmed',
    to: customer.email,
    content,
  });
  if (isNew) await keepConfirmation(transaction, agreement.id, content);
}

/** What is charged first, and what credit pays of it; null where that is not known. Pence. */
type First = Pick<Charge, 'charged' | 'credit'>;

/** At the end of a trial, or already: what was paid, or what credit has paid for alone. */
function firstCharge(
  { id, stripeId, planId, status, amount }: SubscriptionRow,
  held: SubscriptionRow[],
  { balance, payments, covered }: Projection,
): First {
  const unknown = { charged: amount, credit: null };
  if (status === 'trial') return chargesToCome(held, balance).get(id) ?? unknown;
  const paid = payments.find(({ stripeSubscriptionId }) => stripeSubscriptionId === stripeId);
  if (paid) return { charged: paid.amount, credit: paid.credit };
  const credited = covered.find(({ plan }) => plan.id === planId);
  return credited ? { charged: 0, credit: credited.credit } : unknown;
}
