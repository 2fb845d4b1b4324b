import { findProduct } from 'contract/catalogue';
import { writeConfirmation } from '../../../../emails/subscription-confirmed.ts';
import { termsTextOf } from '../../../agreements/kept-texts.ts';
import { concludeAgreement, keepConfirmation } from '../../../agreements/service.ts';
import type { Change, MailContext } from './subscription-mails.ts';

/**
 * Ties a subscription that is new, or on another plan, to the agreement it came of. A new one is
 * confirmed by a mail that is kept with the agreement; what was not chosen here, but by the company
 * at Stripe, has no agreement and no such mail.
 */
export async function queueConfirmation(
  { mails, transaction, customer, siteUrl }: MailContext,
  { before, after }: Change,
): Promise<void> {
  if (!after.hasAccess || before?.planId === after.planId) return;
  const { userId, email, firstName } = customer;
  const { planId, stripeId, cycle, amount, startedAt } = after;
  const agreement = await concludeAgreement(transaction, { userId, planId, stripeId });
  const product = findProduct(after.productId);
  if (before || !agreement || !product) return;
  const onTrial = after.status === 'trial';
  const content = writeConfirmation(
    {
      ...{ firstName, product, cycle, amount, startedAt },
      agreedAt: agreement.agreedAt,
      trialEnd: onTrial ? after.trialEnd : null,
      terms: await termsTextOf(transaction, agreement.termsVersion),
    },
    siteUrl,
  );
  const isNew = await mails.queue(transaction, {
    cause: `${onTrial ? 'trial' : 'subscription'}-started:${stripeId}`,
    template: 'subscription-confirmed',
    to: email,
    content,
  });
  if (isNew) await keepConfirmation(transaction, agreement.id, content);
}
