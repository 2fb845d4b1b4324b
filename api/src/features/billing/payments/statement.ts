import { brand, particulars } from 'contract/brand';
import { planName, productName } from 'contract/catalogue';
import { toPounds } from 'contract/format';
import type { StatementView } from 'contract/payments';
import type { Services } from '../../../services.ts';
import { findAccount } from '../../accounts/service.ts';
import { findPayments } from './repository.ts';

/**
 * What somebody paid in a stretch of days in London, both included, oldest first, for tax relief and
 * study leave: payments that went through, with what was given back of them.
 */
export async function statementOf(
  services: Services,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<StatementView> {
  const [{ firstName, lastName, email }, all] = await Promise.all([
    findAccount(services, userId),
    findPayments(services.db, { userId, fromDay: from, toDay: to }),
  ]);
  const paid = all
    .filter(({ status }) => status === 'success' || status === 'refunded')
    .toReversed();
  const total = paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  return {
    from,
    to,
    paid_to: [...particulars(), brand.supportEmail],
    paid_by: { name: `${firstName} ${lastName}`, email },
    payments: paid.map(({ id, paidAt, productId, planId, amount, credit, refunded, vat }) => ({
      id,
      date: paidAt.toISOString(),
      service: `${productName(productId)}, ${planName(planId)} subscription`,
      amount: toPounds(amount),
      credit: toPounds(credit),
      refunded: toPounds(refunded),
      vat: toPounds(vat),
    })),
    total: toPounds(total),
  };
}
