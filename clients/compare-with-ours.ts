import { users } from '../api/src/db/schema.ts';
import { findPayments } from '../api/src/features/billing/payments/repository.ts';
import { findSubscriptionsOfUser } from '../api/src/features/billing/subscriptions/repository.ts';
import { purgedUntil } from '../api/src/testing/model/check.ts';
import { paymentFields, subscriptionFields } from '../api/src/testing/model/our-rows.ts';
import type { World } from '../api/src/testing/model/world.ts';
import { products } from '../contract/src/catalogue.ts';
import type { Comparison, Mirror } from './comparison.ts';

/**
 * Reads subscriptions and payments from the engine's tables alone, by our rules (product B2 to B12),
 * and compares them with our rows.
 */
export async function compareWithOurs(world: World, mirror: Mirror): Promise<Comparison> {
  // Of those who belong to no user there are no rows.
  const ours = world.sandbox.all('customer').filter(({ metadata }) => metadata.user_id);
  const outcome: Comparison = { fields: 0, differences: [] };
  const compare = (name: string, rows: Row[], theirs: Row[]) => {
    const known = new Map(theirs.map((one) => [one.id, one]));
    if (rows.length !== theirs.length) {
      outcome.differences.push(`${name}: ${rows.length} rows, not ${theirs.length}`);
    }
    for (const row of rows) {
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
  const purged = await Promise.all(
    ours.map(({ metadata }) => purgedUntil(world, metadata.user_id ?? '')),
  );
  const ids = ours.map(({ id }) => id);
  const mirrored = await readMirror(mirror, ids, Math.max(0, ...purged));
  const subscriptionIds = new Set(world.sandbox.all('subscription').map(({ id }) => id));
  const invoiceIds = new Set(world.sandbox.all('invoice').map(({ id }) => id));
  compare(
    'subscription',
    held
      .flat()
      .filter(({ stripeId }) => subscriptionIds.has(stripeId))
      .map((row) => ({
        ...subscriptionFields(row),
        status: row.status === 'trial' || row.status === 'active' ? row.status : 'ended',
      })),
    mirrored.subscriptions,
  );
  compare(
    'payment',
    paid
      .flat()
      .filter(({ stripeInvoiceId }) => invoiceIds.has(stripeInvoiceId))
      .map(paymentFields),
    mirrored.payments,
  );
  return outcome;
}

type Row = Record<string, unknown> & { id: string };

/** An item of a subscription as the engine has it. */
interface Item {
  id: string;
  product: string;
  cycle: 'month' | 'year';
  amount: number;
  rest: Row;
}

/** Whether a price `p` is one that can be served: in pounds, once a month or a year. */
const isServed = `(p.currency = 'gbp' and p.recurring->>'interval_count' = '1')`;

async function readMirror(mirror: Mirror, customers: string[], purgedUntil: number) {
  const items = (await mirror.rows(
    `select s.id, p.product, p.recurring->>'interval' as cycle, p.unit_amount * i.quantity as amount,
       json_build_object(
         'id', s.id,
         'status', case when s.status = 'trialing' then 'trial'
           when s.status in ('active', 'past_due') then 'active' else 'ended' end,
         'hasAccess', s.status in ('trialing', 'active', 'past_due'),
         'paymentProblem', s.status = 'past_due',
         'ending', s.status in ('trialing', 'active', 'past_due')
           and (s.cancel_at_period_end or s.cancel_at is not null),
         'trialEnd', case when s.status = 'canceled' and s.metadata->>'trial' = 'refused' then null
           else s.trial_end::text end,
         'periodEnd', i.current_period_end,
         'endedAt', s.ended_at) as rest
     from stripe.subscriptions s
     join stripe.subscription_items i on i.subscription = s.id and i.deleted is not true
     join stripe.prices p on p.id = i.price
     where s.customer = any($1) and s.status not in ('incomplete', 'incomplete_expired')
       and ${isServed} and coalesce(s.ended_at, $2 + 1) > $2`,
    [customers, purgedUntil],
  )) as unknown as Item[];
  const payments = (await mirror.rows(
    `with back as (
       select l.invoice, sum(c.amount_refunded) + coalesce(sum((
         select sum(d.amount) from stripe.disputes d where d.charge = c.id and d.status = 'lost')), 0)
         as amount
       from stripe.invoice_payments l
       join stripe.charges c on c.payment_intent = l.payment->>'payment_intent' and c.paid
       group by l.invoice),
     -- Which intent pays an invoice the engine is told of once it is paid; until then they have a customer and
     -- an amount in common.
     asked as (
       select t.customer, t.amount from stripe.payment_intents t
       where t.status <> 'canceled'
         and t.id not in (select payment->>'payment_intent' from stripe.invoice_payments)
         and (t.status = 'requires_action' or t.last_payment_error::jsonb->>'code'
           in ('authentication_required', 'payment_intent_authentication_failure'))),
     invoice as (
       select *, lines->'data'->0->>'subscription' as sold from stripe.invoices)
     select i.id, i.sold as subscription,
       case when i.status = 'paid' then i.amount_paid else i.amount_due end as amount,
       coalesce(b.amount, 0) as refunded,
       case when i.status = 'paid' then
         case when coalesce(b.amount, 0) >= i.amount_paid then 'refunded' else 'success' end
         when i.status = 'open' and s.status = 'past_due'
           and (i.customer, i.amount_remaining) in (select customer, amount from asked)
           then 'pending'
         when i.attempt_count > 0 then 'failed' else 'pending' end as status
     from invoice i left join back b on b.invoice = i.id
     left join stripe.subscriptions s on s.id = i.sold
     where i.customer = any($1) and i.status in ('paid', 'open', 'uncollectible')
       and not exists (select from stripe.subscription_items t join stripe.prices p on p.id = t.price
         where t.subscription = i.sold and not ${isServed})
       and case when i.status = 'paid' then i.amount_paid else i.amount_due end > 0
       and coalesce((i.status_transitions->>'paid_at')::bigint, i.created) > $2`,
    [customers, purgedUntil],
  )) as Row[];
  return { subscriptions: soldBy(items), payments };
}

/** A row for each subscription: the smallest product that includes all its items sell, at their sum. */
function soldBy(items: Item[]): Row[] {
  const byId = Map.groupBy(items, ({ id }) => id);
  return [...byId].map(([id, all]) => {
    const sold = all.flatMap(
      ({ product }) => products.find((one) => one.id === product)?.includes ?? [],
    );
    const [product] = products
      .filter(({ includes }) => sold.every((key) => includes.includes(key)))
      .toSorted((a, b) => a.includes.length - b.includes.length);
    const plan = all[0]?.cycle === 'month' ? product?.monthly.id : product?.yearly.id;
    const amount = all.reduce((sum, one) => sum + Number(one.amount), 0);
    return { ...all[0]?.rest, id, plan, amount };
  });
}
