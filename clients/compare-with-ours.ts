import { users } from '../api/src/db/schema.ts';
import { findPayments } from '../api/src/features/billing/payments/repository.ts';
import { findSubscriptionsOfUser } from '../api/src/features/billing/subscriptions/repository.ts';
import type { World } from '../api/src/testing/model/world.ts';
import type { Comparison } from './comparison.ts';
import type { Mirror } from './mirror.ts';

/**
 * Reads subscriptions and payments from the engine's tables alone, by our rules (product B2 to B12),
 * and compares them with our rows.
 */
export async function compareWithOurs(world: World, mirror: Mirror): Promise<Comparison> {
  const ids = world.sandbox.all('customer').map(({ id }) => id);
  const outcome: Comparison = { fields: 0, differences: [] };
  const compare = (name: string, ours: Row[], theirs: Row[]) => {
    const known = new Map(theirs.map((one) => [one.id, one]));
    if (ours.length !== theirs.length) {
      outcome.differences.push(`${name}: ${ours.length} rows, not ${theirs.length}`);
    }
    for (const row of ours) {
      for (const [field, value] of Object.entries(row)) {
        outcome.fields += 1;
        const mirrored = known.get(row.id)?.[field];
        if (String(value) === String(mirrored)) continue;
        outcome.differences.push(`${name} ${row.id}.${field}: ${value}, not ${mirrored}`);
      }
    }
  };
  const { db } = world.database;
  const everybody = (await db.select({ id: users.id }).from(users)).map(({ id }) => id);
  const held = await Promise.all(everybody.map((id) => findSubscriptionsOfUser(db, id)));
  const paid = await Promise.all(everybody.map((userId) => findPayments(db, { userId })));
  const mirrored = await readMirror(mirror, ids);
  const subscriptionIds = new Set(world.sandbox.all('subscription').map(({ id }) => id));
  const invoiceIds = new Set(world.sandbox.all('invoice').map(({ id }) => id));
  compare(
    'subscription',
    held
      .flat()
      .filter(({ stripeId }) => subscriptionIds.has(stripeId))
      .map((row) => ({
        id: row.stripeId,
        status: row.status === 'trial' || row.status === 'active' ? row.status : 'ended',
        plan: row.planId,
        amount: row.amount,
        hasAccess: row.hasAccess,
        paymentProblem: row.paymentProblem,
        ending: row.cancelAtPeriodEnd,
        trialEnd: seconds(row.trialEnd),
        periodEnd: seconds(row.periodEnd),
        endedAt: seconds(row.endedAt),
      })),
    mirrored.subscriptions,
  );
  compare(
    'payment',
    paid
      .flat()
      .filter(({ stripeInvoiceId }) => invoiceIds.has(stripeInvoiceId))
      .map((row) => ({
        id: row.stripeInvoiceId,
        subscription: row.stripeSubscriptionId,
        status: row.status,
        amount: row.amount,
        refunded: row.refunded,
      })),
    mirrored.payments,
  );
  return outcome;
}

type Row = Record<string, unknown> & { id: string };

async function readMirror(mirror: Mirror, customers: string[]) {
  const subscriptions = (await mirror.rows(
    `select s.id, p.metadata->>'plan_id' as plan, p.unit_amount * i.quantity as amount,
       case when s.status = 'trialing' then 'trial'
         when s.status in ('active', 'past_due') then 'active' else 'ended' end as status,
       s.status in ('trialing', 'active', 'past_due') as "hasAccess",
       s.status = 'past_due' as "paymentProblem",
       s.status in ('trialing', 'active', 'past_due')
         and (s.cancel_at_period_end or s.cancel_at is not null) as ending,
       case when s.status = 'canceled' and s.metadata->>'trial' = 'refused' then null
         else s.trial_end::text end as "trialEnd",
       i.current_period_end as "periodEnd", s.ended_at as "endedAt"
     from stripe.subscriptions s
     join stripe.subscription_items i on i.subscription = s.id and i.deleted is not true
     join stripe.prices p on p.id = i.price
     where s.customer = any($1) and s.status not in ('incomplete', 'incomplete_expired')`,
    [customers],
  )) as Row[];
  const payments = (await mirror.rows(
    `with back as (
       select l.invoice, sum(c.amount_refunded) + coalesce(sum((
         select sum(d.amount) from stripe.disputes d where d.charge = c.id and d.status = 'lost')), 0)
         as amount
       from stripe.invoice_payments l
       join stripe.charges c on c.payment_intent = l.payment->>'payment_intent' and c.paid
       group by l.invoice)
     select i.id, i.lines->'data'->0->>'subscription' as subscription,
       case when i.status = 'paid' then i.amount_paid else i.amount_due end as amount,
       coalesce(b.amount, 0) as refunded,
       case when i.status <> 'paid' then case when i.attempt_count > 0 then 'failed' else 'pending' end
         when coalesce(b.amount, 0) >= i.amount_paid then 'refunded' else 'success' end as status
     from stripe.invoices i left join back b on b.invoice = i.id
     where i.customer = any($1) and i.status in ('paid', 'open', 'uncollectible')
       and case when i.status = 'paid' then i.amount_paid else i.amount_due end > 0`,
    [customers],
  )) as Row[];
  return { subscriptions, payments };
}

function seconds(moment: Date | null): number | null {
  return moment === null ? null : moment.getTime() / 1000;
}
