import { deepStrictEqual as same } from 'node:assert/strict';
import { findProduct, type Plan } from 'contract/catalogue';
import type { ChangePreview } from 'contract/subscriptions';
import { shortfall } from './balance.ts';
import type { Life } from './life.ts';
import { type Held, moneyBack, truthOf } from './truth.ts';
import { call } from './world.ts';

/** Pence that a preview and what comes of it may differ by: a second passes between them. */
const second = 2;

/** A change as it stood before it was confirmed. */
export interface Expected {
  preview: ChangePreview;
  shortfall: number;
  invoices: number;
}

const priceOf = (plan: Plan) => ({ product_id: plan.productId, pricing_plan_id: plan.id });

/**
 * A change may be refused where money went back, since what it gives could not be paid for, and in the
 * hour before a renewal's is taken.
 */
export function expectReason({ world }: Life, message: string | undefined): void {
  const { sandbox } = world;
  if (message?.includes('is being taken at this moment')) {
    const isDraft = sandbox.all('invoice').some(({ status }) => status === 'draft');
    same(isDraft, true, 'money that is being taken');
    return;
  }
  same(message?.includes('was given back or is disputed'), true, message ?? 'no message');
  const back = sandbox.all('charge').map((charge) => moneyBack(sandbox, charge, 'held too'));
  same(Math.max(0, ...back) > 0, true, 'money that went back');
}

/** Looks at what a change would cost, and that it is of the subscription that makes it cheapest. */
export async function expectChange(life: Life, plan: Plan): Promise<Expected> {
  const { world, customer } = life;
  const path = '/subscriptions/checkout/preview';
  const { status, body } = await call(world, customer, path, priceOf(plan));
  same(status, 200, 'the preview of a change');
  await expectCheapest(life, plan);
  return {
    preview: (body as unknown as { data: ChangePreview }).data,
    shortfall: shortfall(world.sandbox),
    invoices: world.sandbox.all('invoice').length,
  };
}

/** Of several that are paid, none would cost less today than the one whose page was opened. */
async function expectCheapest({ world }: Life, plan: Plan): Promise<void> {
  const { sandbox, stripe } = world;
  const [page] = sandbox.all('billing_portal.session');
  const chosen = page?.flow?.subscription_update_confirm?.subscription;
  const back = sandbox.all('charge').map((charge) => moneyBack(sandbox, charge, 'held too'));
  if (findProduct(plan.productId)?.key !== 'combined' || Math.max(0, ...back) > 0) return;
  // In the hour in which its renewal's invoice is a draft nothing is paid that could be credited.
  const drafts = sandbox.all('invoice').filter(({ status }) => status === 'draft');
  const unpaid = new Set(drafts.map(({ parent }) => parent?.subscription_details?.subscription));
  const paid = truthOf(sandbox).held.filter(
    ({ id, stripeStatus, ending, isChangeable }) =>
      stripeStatus === 'active' && !ending && isChangeable && !unpaid.has(id),
  );
  if (paid.length < 2 || !paid.some(({ id }) => id === chosen)) return;
  const price = (await world.now.services.prices.idOf(plan)) ?? '';
  const costs = await Promise.all(paid.map((one) => costOf(one)));
  async function costOf({ id }: Held): Promise<[id: string, total: number]> {
    const { items, customer } = await stripe.subscriptions.retrieve(id);
    const { total } = await stripe.invoices.createPreview({
      customer: String(customer),
      subscription: id,
      subscription_details: {
        items: [{ id: items.data[0]?.id ?? '', price }],
        proration_behavior: 'always_invoice',
      },
    });
    return [id, total];
  }
  const cheapest = Math.min(...costs.map(([, total]) => total));
  const cost = costs.find(([id]) => id === chosen)?.[1] ?? Number.POSITIVE_INFINITY;
  same(cost <= cheapest + second, true, `the cheapest change, ${cost} or ${cheapest}`);
}

/** What was shown is what is charged, and nothing is had that is not paid for. */
export function expectCharged({ world }: Life, expected: Expected): void {
  const { sandbox } = world;
  const [invoice] = sandbox.all('invoice');
  const isNew = sandbox.all('invoice').length > expected.invoices;
  const due = isNew ? (invoice?.amount_due ?? 0) : 0;
  const shown = Math.round(expected.preview.due_today * 100);
  same(Math.abs(due - shown) <= second, true, `${due} is charged, ${shown} was shown`);
  same(shortfall(sandbox) <= expected.shortfall + second, true, 'a change that is not paid for');
}

/** Once the plan that also ends has ended, its credit is what was shown. */
export function expectCredit({ world }: Life, { preview }: Expected): void {
  if (preview.due_today === 0) return;
  const { credit } = truthOf(world.sandbox);
  const shown = Math.round(preview.later_credit * 100);
  same(Math.abs(credit - shown) <= second, true, `${credit} of credit, ${shown} was shown`);
}
