import { brand, particulars } from 'contract/brand';
import { planName, productName } from 'contract/catalogue';
import { toPounds } from 'contract/format';
import type { StatementView } from 'contract/payments';
import { londonDay } from 'contract/withdrawal';
import type { Services } from '../../../services.ts';
import { findAccount } from '../../accounts/service.ts';
import { findPayments, type PaymentRow } from './repository.ts';

/**
 * What somebody paid in a stretch of days in London, both included, and what went back in it, each oldest first, for
 * tax relief and study leave: payments that went through, and refunds by their own days. So what goes back later
 * leaves a year that is closed as it was.
 */
export async function statementOf(
  services: Services,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<StatementView> {
  const [{ firstName, lastName, email }, all] = await Promise.all([
    findAccount(services, userId),
    findPayments(services.db, { userId, toDay: to }),
  ]);
  const isWithin = (at: Date) => londonDay(at) >= from && londonDay(at) <= to;
  const made = all
    .filter(({ status }) => status === 'success' || status === 'refunded')
    .toReversed();
  const paid = made.filter(({ paidAt }) => isWithin(paidAt));
  const back = made
    .flatMap((payment) => goneBack(payment).map((one) => ({ payment, ...one })))
    .filter(({ at }) => isWithin(at))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const sum = (amounts: { amount: number }[]) =>
    amounts.reduce((total, one) => total + one.amount, 0);
  return {
    from,
    to,
    paid_to: [...particulars(), brand.supportEmail],
    paid_by: { name: `${firstName} ${lastName}`, email },
    payments: paid.map((payment) => ({
      id: payment.id,
      date: payment.paidAt.toISOString(),
      service: serviceOf(payment),
      amount: toPounds(payment.amount),
      credit: toPounds(payment.credit),
      refunded: toPounds(sum(back.filter((one) => one.payment === payment))),
      vat: toPounds(payment.vat),
    })),
    refunds: back.map(({ payment, at, amount }) => ({
      payment: payment.id,
      paid: payment.paidAt.toISOString(),
      date: at.toISOString(),
      service: serviceOf(payment),
      amount: toPounds(amount),
    })),
    total: toPounds(sum(paid) - sum(back)),
  };
}

const serviceOf = ({ productId, planId }: PaymentRow): string =>
  `${productName(productId)}, ${planName(planId)} subscription`;

/** What went back of a payment and when; what nobody noted counts as gone with the payment itself. */
function goneBack({ paidAt, refunded, wentBack }: PaymentRow): { at: Date; amount: number }[] {
  const noted = wentBack.map(({ at, amount }) => ({ at: new Date(at), amount }));
  const rest = refunded - noted.reduce((sum, { amount }) => sum + amount, 0);
  return [...(rest === 0 ? [] : [{ at: paidAt, amount: rest }]), ...noted];
}
