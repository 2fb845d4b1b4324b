import { deepStrictEqual as same } from 'node:assert/strict';
import { type Plan, plans } from 'contract/catalogue';
import { expectChange, expectCharged, expectCredit, expectReason } from './change.ts';
import { checkRows } from './check.ts';
import { isKeptInOtherCurrency, isSoldToStranger, paysUnserved } from './dashboard-sales.ts';
import { leastCharge } from './draft-hour.ts';
import { useHostedPage } from './hosted.ts';
import { day, type Life } from './life.ts';
import { choiceOf } from './oracle.ts';
import { reload } from './reload.ts';
import type { Act, Card } from './steps.ts';
import { isRefused, knownOf } from './trials.ts';
import { type Truth, truthOf } from './truth.ts';
import { call } from './world.ts';

/** Chooses a plan and does with the hosted page what the act says. */
export async function subscribe(
  life: Life,
  { plan: index, card, next }: Extract<Act, { does: 'subscribe' }>,
  alone: boolean,
): Promise<void> {
  const { world, customer } = life;
  const plan = plans[index];
  if (!plan) throw new Error(`no plan ${index}`);
  const { status, body } = await call(world, customer, '/subscriptions/checkout', {
    product_id: plan.productId,
    pricing_plan_id: plan.id,
  });
  const before = truthOf(world.sandbox);
  const known = await knownOf(life);
  const isSold =
    isSoldToStranger(world.sandbox, plan) ||
    paysUnserved(world.sandbox) ||
    isKeptInOtherCurrency(world.sandbox);
  const choice = isSold ? ({ leads: 'nowhere' } as const) : choiceOf(plan, before.held, known);
  const page = body.checkout_url;
  const isBlocked = alone && choice.leads === 'to a change' && status === 409;
  if (isBlocked) return expectReason(life, body.message);
  if (alone) {
    const leads = !page ? 'nowhere' : page.includes('/c/pay/') ? 'to checkout' : 'to a change';
    const expected = [choice.leads === 'nowhere' ? 409 : 200, choice.leads];
    same([status, leads], expected, body.message ?? '');
  }
  const sessionId = body.session_id;
  if (!page || !sessionId) return;
  life.pages.unshift(page);
  if (alone && page.includes('/c/pay/')) await expectShownPrice(life, plan, sessionId);
  const isChange = alone && choice.leads === 'to a change';
  const expected = isChange ? await expectChange(life, plan) : undefined;
  if (next === 'abandon') return;
  const isDone = await useHostedPage(world, page, card);
  if (alone) expectBought(life, { before, plan, choice, card, isDone });
  if (expected && isDone) expectCharged(life, expected);
  if (next === 'close') return;
  if (choice.leads === 'to a change') {
    await reload(life, alone);
    if (expected && isDone) expectCredit(life, expected);
    return;
  }
  const confirmed = await call(world, customer, '/subscriptions/checkout/confirm', {
    session_id: sessionId,
  });
  if (!alone) return;
  const isTrial = choice.leads === 'to checkout' && choice.trialDays > 0;
  const done = isTrial && isRefused(known, plan, card) ? 'trial-refused' : 'complete';
  same(confirmed.body.status, isDone ? done : 'open', 'the return from checkout');
  if (isDone) await checkRows(life);
}

/** What a page charges is what is shown, whenever the page was opened. */
async function expectShownPrice({ world }: Life, plan: Plan, sessionId: string): Promise<void> {
  const { data } = await world.stripe.checkout.sessions.listLineItems(sessionId);
  same(
    data.map(({ amount_total }) => amount_total),
    [plan.amount],
    'the price on the page',
  );
}

/** Opens a checkout as a release with other prices did, and leaves it. Nothing else happens meanwhile. */
export async function leaveOldPrice(
  life: Life,
  { plan: index }: Extract<Act, { does: 'leave a checkout at an old price' }>,
  alone: boolean,
): Promise<void> {
  const plan = plans[index];
  if (!alone || !plan) return;
  const { world, customer } = life;
  const { stripe } = world;
  const unit_amount = plan.amount - 100;
  const { data } = await stripe.prices.list({ product: plan.productId, limit: 100 });
  const old =
    data.find((price) => price.unit_amount === unit_amount) ??
    (await stripe.prices.create({
      product: plan.productId,
      currency: 'gbp',
      unit_amount,
      recurring: { interval: plan.cycle === 'monthly' ? 'month' : 'year' },
      metadata: { plan_id: plan.id },
    }));
  const choice = choiceOf(plan, truthOf(world.sandbox).held, await knownOf(life));
  if (choice.leads !== 'to checkout') return;
  const { prices } = world.now.services;
  const { idOf } = prices;
  prices.idOf = async () => old.id;
  await call(world, customer, '/subscriptions/checkout', {
    product_id: plan.productId,
    pricing_plan_id: plan.id,
  });
  prices.idOf = idOf;
}

function expectBought(
  { world, bought: all }: Life,
  {
    before,
    plan,
    choice,
    card,
    isDone,
  }: {
    before: Truth;
    plan: Plan;
    choice: ReturnType<typeof choiceOf>;
    card: Card;
    isDone: boolean;
  },
): void {
  if (choice.leads === 'nowhere') return;
  const after = truthOf(world.sandbox).held;
  if (choice.leads === 'to a change') {
    const isChanged = after.some((one) => one.live && one.plan.id === plan.id);
    same(isChanged, isDone, 'the change');
    return;
  }
  // What credit leaves of the price may be too little for a charge.
  const isFree = choice.trialDays > 0 || plan.amount - before.credit < leastCharge;
  const pays = card === 'pays' || card === 'family' || (card === 'failsLater' && isFree);
  same(isDone, pays, 'whether the card is taken');
  const [bought] = after.filter((one) => !before.held.some(({ id }) => id === one.id));
  same(bought !== undefined, pays, 'a subscription');
  if (!bought) return;
  same(
    [bought.plan.id, bought.stripeStatus, bought.trialEnd],
    [
      plan.id,
      choice.trialDays > 0 ? 'trialing' : 'active',
      choice.trialDays > 0 ? bought.startedAt + choice.trialDays * day : null,
    ],
    'what was bought',
  );
  all.add(bought.id);
}
