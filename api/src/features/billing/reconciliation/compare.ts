import type { Difference } from 'contract/reconciliation';
import type { PaymentRow } from '../payments/repository.ts';
import { fieldsThatDiffer } from '../stripe/sync/field-differences.ts';
import type { Projection } from '../stripe/sync/projection.ts';
import type { SubscriptionRow } from '../subscriptions/repository.ts';

export type Finding = Omit<Difference, 'repaired'>;
type Fields = Record<string, unknown>;

/** Compares one customer's rows with what Stripe says, field by field. */
export function compare(
  projection: Projection,
  ours: { subscriptions: SubscriptionRow[]; payments: PaymentRow[] },
): Finding[] {
  const held = pair(projection.subscriptions, ours.subscriptions, (one) => one.stripeId);
  const paid = pair(projection.payments, ours.payments, (one) => one.stripeInvoiceId);
  return [
    ...held.pairs.flatMap(([id, projected, row]) => differing('subscription', id, projected, row)),
    ...paid.pairs.flatMap(([id, projected, row]) => differing('payment', id, projected, row)),
    // What ended, or was paid, may outlive its customer at Stripe.
    ...held.unknown
      .filter((row) => row.hasAccess)
      .map((row) => unknownToStripe('subscription', row.stripeId)),
    ...paid.unknown
      .filter((row) => projection.notPayments.includes(row.stripeInvoiceId))
      .filter((row) => row.status === 'pending' || row.status === 'failed')
      .map((row) => unknownToStripe('payment', row.stripeInvoiceId)),
  ];
}

function pair<Projected, Row extends Projected>(
  all: Projected[],
  rows: Row[],
  idOf: (one: Projected) => string,
) {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const known = new Set(all.map(idOf));
  return {
    pairs: all.map((one) => [idOf(one), one, byId.get(idOf(one))] as const),
    unknown: rows.filter((row) => !known.has(idOf(row))),
  };
}

function differing(kind: Finding['kind'], id: string, projected: Fields, row?: Fields): Finding[] {
  if (!row) return [{ kind, id, field: 'row', ours: null, stripe: 'present' }];
  return fieldsThatDiffer(projected, row).map((difference) => ({ kind, id, ...difference }));
}

function unknownToStripe(kind: Finding['kind'], id: string): Finding {
  return { kind, id, field: 'row', ours: 'present', stripe: null };
}
