import { deepStrictEqual as same } from 'node:assert/strict';
import { checkAccess } from './access.ts';
import { checkCredit, checkNoted } from './balance.ts';
import { checkCards } from './cards.ts';
import { checkMails, checkRevenue, checkRows } from './check.ts';
import { expectToldCharges } from './coming.ts';
import { checkUnsold } from './dashboard-sales.ts';
import { checkCharging, isActive } from './deactivation.ts';
import { checkDeleted, isDeleted } from './deletion.ts';
import { inStep } from './left-over.ts';
import type { Life } from './life.ts';
import { perform } from './perform.ts';
import { refuseCalls } from './rate.ts';
import { checkReminders } from './reminders.ts';
import { checkMoves, restorePrices, shutChangePages } from './staying.ts';
import type { Life as Script, Step } from './steps.ts';
import { checkTrials } from './trials.ts';
import { checkTaxed } from './vat.ts';
import { checkRefunds } from './withdrawal.ts';
import { deliver, meetCustomer, restart, type World } from './world.ts';

/**
 * Lives a life in a world, then compares everything with Stripe by one sweep, and checks what must
 * hold. Throws what does not.
 */
export async function live(world: World, script: Script): Promise<void> {
  world.counts.lives += 1;
  try {
    await liveOnce(world, script);
  } finally {
    await restorePrices(world);
  }
}

async function liveOnce(world: World, script: Script): Promise<void> {
  const customer = await meetCustomer(world);
  const life: Life = {
    world,
    customer,
    pages: [],
    seenLive: new Set(),
    bought: new Set(),
    downgraded: new Set(),
    kills: 0,
    isSignedOut: false,
  };
  await perform(life, { does: 'pass days', days: script.daysAhead }, false);
  for (const step of script.steps) await take(life, step);
  await settle(life);
  await check(life);
  if (script.lateEvents) {
    await arrive(life, [0, 5, 1_000]);
    await settle(life);
    await check(life);
  }
  if (await shutChangePages(life)) await settle(life);
  await expectToldCharges(life);
}

/** What must hold after a sweep. */
async function check(life: Life): Promise<void> {
  const truth = await checkRows(life);
  await checkRevenue(life, truth);
  await checkNoted(life);
  await checkAccess(life, truth);
  checkRefunds(life);
  const gone = await isDeleted(life);
  checkMails(life, truth, gone);
  if (gone) await checkDeleted(life);
  else checkCredit(life);
  if (!gone) await checkTrials(life, truth);
  if (!gone) checkCards(life.world.sandbox);
  if (!gone) checkTaxed(life.world);
  await checkUnsold(life);
  if (!gone) await checkMoves(life, truth);
  if (!gone) checkReminders(life, truth);
  checkCharging(life, gone ? undefined : await isActive(life));
}

async function take(
  life: Life,
  { act, beside, arrive: numbers, killedAfter }: Step,
): Promise<void> {
  const { world } = life;
  const { mortal } = world.now;
  world.counts.steps += 1;
  mortal.live(killedAfter);
  const work = async (): Promise<void> => {
    await Promise.all([
      perform(life, act, beside === undefined),
      beside && perform(life, beside, false),
    ]);
    await arrive(life, numbers);
  };
  const step = { isOver: false };
  await Promise.race([inStep(step, work), mortal.death]);
  mortal.live();
  if (!mortal.isDead) return;
  step.isOver = true;
  // What the dead were refused, nobody else is.
  await refuseCalls(world, 0);
  life.kills += 1;
  world.counts.kills += 1;
  await restart(world);
}

/** Events reach our webhook, counted from the newest, and are worked off. */
async function arrive({ world }: Life, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return;
  const events = world.sandbox.all('event');
  for (const number of numbers) {
    const event = events[number % Math.max(1, events.length)];
    if (!event) continue;
    same(await deliver(world, event), 200, 'the webhook');
    world.counts.events += 1;
  }
  await world.queue.workOff(world.now.handlers);
}

/** One sweep, and the mails that follow from it. */
export async function settle({ world }: Pick<Life, 'world'>): Promise<void> {
  const { handlers } = world.now;
  await handlers.reconcile({});
  await world.queue.workOff(handlers);
}
