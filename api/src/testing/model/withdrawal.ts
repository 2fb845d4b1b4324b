import { deepStrictEqual as same } from 'node:assert/strict';
import { findPayments } from '../../features/billing/payments/repository.ts';
import { findSubscriptionsOfUser } from '../../features/billing/subscriptions/repository.ts';
import { isCreditRight, leftToRefund } from './balance.ts';
import { checkRows } from './check.ts';
import { type Life, nth } from './life.ts';
import type { Act } from './steps.ts';
import { balanceOf, moneyBack, type Truth, truthOf } from './truth.ts';
import { call } from './world.ts';

/** The customer, or an admin for them, withdraws from something. `alone` as in `perform`. */
export async function withdraw(
  life: Life,
  { row: n, byAdmin }: Extract<Act, { does: 'withdraw' }>,
  alone: boolean,
): Promise<void> {
  const { world, customer } = life;
  const row = nth(await findSubscriptionsOfUser(world.database.db, customer.id), n);
  if (!row) return;
  const before = truthOf(world.sandbox);
  const wasInTime = isInTime(life, row.stripeId);
  const balance = isCreditRight(world.sandbox) ? balanceOf(world.sandbox) : null;
  const [who, area] = byAdmin ? [world.admin, 'admin'] : [customer, 'user'];
  const { status, body } = await call(world, who, `/${area}/subscriptions/${row.id}/withdraw`);
  if (!alone) return;
  const held = before.held.find(({ id }) => id === row.stripeId);
  const isPossible = held?.withdrawn || (held?.live && wasInTime);
  same(status, isPossible ? 200 : 409, 'withdrawing');
  if (status !== 200) return;
  const after = truthOf(world.sandbox);
  same(after.held.find(({ id }) => id === row.stripeId)?.live, false, 'what was withdrawn from');
  // What a death left undone, or a bank has decided since, is settled on the way.
  if (!before.held.some(({ withdrawn }) => withdrawn)) {
    const refund = Number((body.refund as unknown as { amount: number }).amount);
    const back = backOf(after) - backOf(before);
    same(back, Math.round(refund * 100), 'what a withdrawal gives back');
    const came = balance === null ? null : Math.max(0, balance - balanceOf(world.sandbox));
    if (came !== null) same(creditIn(body.message), came, 'what of credit is said to come back');
  }
  await checkRows(life);
}

/** An admin gives back a part of a payment, or more than there is. */
export async function refundByAdmin(
  { world, customer }: Life,
  { payment: n, share }: Extract<Act, { does: 'refund by an admin' }>,
  alone: boolean,
): Promise<void> {
  const payment = nth(await findPayments(world.database.db, { userId: customer.id }), n);
  if (!payment) return;
  const before = truthOf(world.sandbox);
  const left = leftToRefund(world.sandbox, payment.stripeInvoiceId);
  const amount = Math.ceil(payment.amount * share);
  const reason = `Because of step ${world.counts.steps}`;
  const path = `/admin/payments/${payment.id}/refund`;
  const { status } = await call(world, world.admin, path, { amount, reason });
  if (!alone) return;
  const moved = backOf(truthOf(world.sandbox)) - backOf(before);
  if (status !== 200 || !before.held.some(({ withdrawn }) => withdrawn)) {
    same(moved, status === 200 ? amount : 0, 'what an admin gave back');
  }
  const paid = before.paid.find(({ invoice }) => invoice === payment.stripeInvoiceId);
  const isOver = paid?.status !== 'success' || amount > left;
  same([200, 409].includes(status) && !(isOver && status === 200), true, `a refund: ${status}`);
}

/** No card ever gets back more than it paid. */
export function checkRefunds({ world: { sandbox } }: Life): void {
  for (const charge of sandbox.all('charge')) {
    same(moneyBack(sandbox, charge) <= charge.amount_captured, true, `too much of ${charge.id}`);
  }
}

const backOf = ({ paid }: Truth): number => paid.reduce((sum, { refunded }) => sum + refunded, 0);

/** Pence of credit that an answer says come back. */
const creditIn = (message = ''): number =>
  Math.round(Number(/£([\d,.]+) of credit/.exec(message)?.[1]?.replace(',', '') ?? 0) * 100);

/** Whether the right to withdraw lasts, from Stripe's documents and the rules alone. */
function isInTime({ world: { sandbox } }: Life, id: string): boolean {
  const subscription = sandbox.all('subscription').find((one) => one.id === id);
  if (!subscription) return false;
  const trialEnd = subscription.trial_end ?? Number.POSITIVE_INFINITY;
  const own = sandbox
    .all('invoice')
    .filter(({ parent }) => parent?.subscription_details?.subscription === id)
    .filter(({ status }) => status === 'paid' || status === 'open' || status === 'draft');
  const first = own.findLast(({ created, total }) => created >= trialEnd && total > 0);
  const begins = own.filter(
    (one) =>
      one === first ||
      (one.billing_reason === 'subscription_cycle' &&
        one.lines.data.some(
          ({ period, amount }) => amount > 0 && period.end - period.start > 364 * 86_400,
        )),
  );
  const moments = begins.map(({ status_transitions: { paid_at }, created }) => paid_at ?? created);
  const since = Math.max(subscription.start_date, ...moments);
  return daysOfLondon(since, sandbox.now()) <= 14;
}

/** How many midnights of London lie between two moments, in unix seconds. */
export function daysOfLondon(from: number, to: number): number {
  const day = (at: number) =>
    Date.parse(
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' }).format(
        at * 1000,
      ),
    );
  return (day(to) - day(from)) / 86_400_000;
}
