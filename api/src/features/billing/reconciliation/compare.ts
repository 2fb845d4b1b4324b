import type { Difference } from 'contract/reconciliation';
import type { PaymentRow } from '../payments/repository.ts';
import { fieldsThatDiffer } from '../stripe/sync/field-differences.ts';
import type { Facts } from '../stripe/sync/projection.ts';
import type { SubscriptionRow } from '../subscriptions/repository.ts';

export type Finding = Omit<Difference, 'repaired'>;
type Fields = Record<string, unknown>;

/** Compares one customer's rows with what Stripe says, field by field. */
export function compare(
  facts: Facts,
  ours: { subscriptions: SubscriptionRow[]; payments: PaymentRow[] },
): Finding[] {
  const held = pair(facts.subscriptions, ours.subscriptions, (one) => one.stripeId);
  const paid = pair(facts.payments, ours.payments, (one) => one.stripeInvoiceId);
  return [
    ...held.pairs.flatMap(([id, fact, row]) => differing('subscription', id, fact, row)),
    ...paid.pairs.flatMap(([id, fact, row]) => differing('payment', id, fact, row)),
    // What ended, or was paid, may outlive its customer at Stripe.
    ...held.unknown
      .filter((row) => row.hasAccess)
      .map((row) => unknownToStripe('subscription', row.stripeId)),
    ...paid.unknown
      .filter((row) => facts.notPayments.includes(row.stripeInvoiceId))
      .filter((row) => row.status === 'pending' || row.status === 'failed')
      .map((row) => unknownToStripe('payment', row.stripeInvoiceId)),
  ];
}

function pair<Fact, Row extends Fact>(facts: Fact[], rows: Row[], idOf: (one: Fact) => string) {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const known = new Set(facts.map(idOf));
  return {
    pairs: facts.map((fact) => [idOf(fact), fact, byId.get(idOf(fact))] as const),
    unknown: rows.filter((row) => !known.has(idOf(row))),
  };
}

function differing(kind: Finding['kind'], id: string, fact: Fields, row?: Fields): Finding[] {
  if (!row) return [{ kind, id, field: 'row', ours: null, stripe: 'present' }];
  return fieldsThatDiffer(fact, row).map((difference) => ({ kind, id, ...difference }));
}

function unknownToStripe(kind: Finding['kind'], id: string): Finding {
  return { kind, id, field: 'row', ours: 'present', stripe: null };
}
