import { deepStrictEqual as same } from 'node:assert/strict';
import { products } from 'contract/catalogue';
import { findSubscriptionsOfUser } from '../../features/billing/subscriptions/repository.ts';
import { checkRows } from './check.ts';
import { sellAtDashboard } from './dashboard-sales.ts';
import { isActive, setActive, signInAgain } from './deactivation.ts';
import { deleteCustomer, isDeleted, leave } from './deletion.ts';
import { decideDispute, dispute } from './disputes.ts';
import { checkStillCharged } from './draft-hour.ts';
import { expiredChange, saveCard, useHostedPage } from './hosted.ts';
import { type Life, nth, running } from './life.ts';
import { leaveOldPrice, subscribe } from './purchase.ts';
import { comeTooOften } from './rate.ts';
import { reload } from './reload.ts';
import { passNight } from './retention.ts';
import { stay } from './staying.ts';
import type { Act, Card } from './steps.ts';
import { bySupport, changePlan, giveCredit, refund } from './support.ts';
import { passDays } from './time.ts';
import { allowTrial, beginElsewhere } from './trials.ts';
import { truthOf } from './truth.ts';
import { refundByAdmin, withdraw } from './withdrawal.ts';
import { call } from './world.ts';

const widest = products.find(({ key }) => key === 'combined')?.id;

/**
 * Does one thing. `isAlone` says that nothing else happens meanwhile: then what it leads to is
 * compared with what the rules predict.
 */
export async function perform(life: Life, act: Act, isAlone: boolean): Promise<void> {
  const { world } = life;
  if (isByCustomer(act)) await signInAgain(life);
  const alone = isAlone && !(isByCustomer(act) && !(await canSignIn(life)));
  switch (act.does) {
    case 'subscribe':
      return subscribe(life, act, alone);
    case 'leave a checkout at an old price':
      return leaveOldPrice(life, act, alone);
    case 'use an old page':
      return useOldPage(life, act);
    case 'cancel':
    case 'undo':
      return setEnd(life, act, alone);
    case 'withdraw':
      return withdraw(life, act, alone);
    case 'refund by an admin':
      return refundByAdmin(life, act, alone);
    case 'enter a card':
      return enterCard(life, act, alone);
    case 'confirm at the bank':
    case 'expire the card':
    case 'move a price':
      return stay(life, act, alone);
    case 'reload':
      return reload(life, alone);
    case 'sweep':
      return world.now.handlers.reconcile({});
    case 'come too often':
      return comeTooOften(life, act, alone);
    case 'refund':
      return refund(life, act);
    case 'give credit':
      return giveCredit(life, act);
    case 'end now':
    case 'end on a date':
    case 'put on a disputed card':
      return bySupport(life, act);
    case 'sell at the dashboard':
      return sellAtDashboard(life, act);
    case 'dispute':
      return dispute(life, act);
    case 'decide a dispute':
      return decideDispute(life, act);
    case 'delete the user':
      return deleteCustomer(life, alone);
    case 'leave':
      return leave(life, alone);
    case 'pass a night':
      return passNight(life, alone);
    case 'deactivate':
    case 'activate':
      return setActive(life, act, alone);
    case 'allow a trial':
      return allowTrial(life, alone);
    case 'begin a trial elsewhere':
      return beginElsewhere(life, act.product);
    case 'pass days':
      return passDays(life, act.days, alone);
  }
}

/** Those acts that need an account. */
function isByCustomer(act: Act): boolean {
  if (act.does === 'withdraw') return !act.byAdmin;
  return [
    'subscribe',
    'leave a checkout at an old price',
    'cancel',
    'undo',
    'enter a card',
    'reload',
    'come too often',
    'leave',
  ].includes(act.does);
}

const canSignIn = async (life: Life): Promise<boolean> =>
  !(await isDeleted(life)) && (await isActive(life));

async function useOldPage(
  life: Life,
  { page: n, card }: { page: number; card: Card },
): Promise<void> {
  const { world, customer, downgraded } = life;
  const page = nth(life.pages, n);
  if (!page) return;
  const expired = expiredChange(world, page);
  if (expired) return changePlan(life, expired);
  const rows = await findSubscriptionsOfUser(world.database.db, customer.id);
  const before = running(life);
  await useHostedPage(world, page, card);
  for (const { id, plan } of running(life)) {
    const was = before.find((one) => one.id === id)?.plan.productId;
    const shown = rows.find((row) => row.stripeId === id && row.hasAccess)?.productId;
    if (was === widest && shown === widest && plan.productId !== widest) downgraded.add(id);
  }
}

async function setEnd(
  life: Life,
  { does, row: n }: { does: 'cancel' | 'undo'; row: number },
  alone: boolean,
): Promise<void> {
  const { world, customer } = life;
  const row = nth(await findSubscriptionsOfUser(world.database.db, customer.id), n);
  if (!row) return;
  const path = `/user/subscriptions/${row.id}/cancel`;
  const body = does === 'undo' ? { cancelSubscription: false } : {};
  world.endings.clear();
  const { status, body: answer } = await call(world, customer, path, body);
  if (!alone) return;
  const after = truthOf(world.sandbox).held.find(({ id }) => id === row.stripeId);
  const isPossible = row.hasAccess && after?.live === true;
  same(status, isPossible ? 200 : 409, does);
  if (!isPossible) return;
  if (does === 'cancel') {
    const mail = [...world.endings].find(([cause]) => cause.includes(row.stripeId))?.[1];
    checkStillCharged(world.sandbox, row.stripeId, {
      ...(answer.message && { message: answer.message }),
      ...(mail && { mail }),
    });
  }
  same(after.ending, does === 'cancel', 'the end at Stripe');
  same((after.cancelAt ?? 0) > after.periodEnd, false, 'an end after another charge');
  await checkRows(life);
}

async function enterCard(
  life: Life,
  { row: n, card }: { row: number; card: Card },
  alone: boolean,
): Promise<void> {
  const { world, customer } = life;
  const row = nth(await findSubscriptionsOfUser(world.database.db, customer.id), n);
  if (!row) return;
  const path = `/user/subscriptions/${row.id}/update-card`;
  const { body } = await call(world, customer, path);
  const page = body.url;
  if (!page) return;
  await saveCard(world, page, card);
  await reload(life, alone);
  if (!alone || card !== 'pays') return;
  same(
    running(life).filter(({ stripeStatus }) => stripeStatus === 'past_due'),
    [],
    'a new card settles what is late',
  );
}
