import { setTimeout } from 'node:timers/promises';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { listOpenEvents } from '../features/billing/stripe/events/open-events.ts';
import { resumeEvents } from '../features/billing/stripe/events/process-events.ts';
import type { Services } from '../services.ts';
import type { Life } from './history/cast.ts';
import { intakeOfThePast, untilTold } from './history/follow.ts';
import { live, type World } from './history/live.ts';
import { findOpenLives, type OpenLife } from './history/open-lives.ts';
import { mailsOfThePast, type Presents } from './history/past-mails.ts';
import { findAccount } from './history/past-repository.ts';
import { roster } from './history/roster.ts';
import { logins } from './logins.ts';

/** Lives at once: enough to keep Stripe and us busy in turns. */
const abreast = 6;

/** So long a stop waits for what is under way. Milliseconds. */
const stopMs = 3_000;

export interface History {
  /** Resolves when all is lived, or the try was given up. */
  done: Promise<void>;
  /** Lets the lives stand still where they are; the next start goes on with them. */
  stop(): Promise<void>;
}

/**
 * Lets the demo's customers live through the year that lies behind them, those who have not yet
 * (product O60 to O62). `tell` hears how far it is.
 */
export function startHistory(
  services: Services,
  tell: (progress: string) => void,
  cast = roster,
): History {
  const stopping = new AbortController();
  const done = liveAll(services, { tell, cast, stop: stopping.signal }).catch((error: unknown) => {
    services.log.warn({ err: error }, "the demo's year broke off");
  });
  return {
    done,
    stop: () => {
      stopping.abort();
      return Promise.race([done, setTimeout(stopMs, undefined, { ref: false })]);
    },
  };
}

interface Year {
  tell: (progress: string) => void;
  cast: Life[];
  stop: AbortSignal;
}

async function liveAll(services: Services, { tell, cast, stop }: Year): Promise<void> {
  const began = performance.now();
  const [lives, admin] = await Promise.all([
    findOpenLives(services, cast),
    findAccount(services.db, logins.admin.email),
  ]);
  if (lives.length === 0 || !admin) return;
  const [presents, living]: [Presents, Set<string>] = [new Map(), new Set()];
  const { mails, intake } = services;
  services.mails = mailsOfThePast(mails, services.jobs, presents);
  services.intake = intakeOfThePast(services, living);
  try {
    const actor = { id: admin.id, address: '192.0.2.10' };
    await liveAbreast({ services, presents, living, stop, admin: actor }, lives, tell);
    if (stop.aborted) return;
    // Those of a life that broke off are worked off like all others.
    await resumeEvents(services);
    await untilQuiet(services, stop);
  } finally {
    Object.assign(services, { mails, intake });
  }
  const { found } = await reconcile(services);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  tell(`The demo's year: ${lives.length} people in ${seconds} s, ${found} differences from Stripe`);
}

async function liveAbreast(
  world: World,
  lives: OpenLife[],
  tell: (progress: string) => void,
): Promise<void> {
  const until = await stripeNow(world.services);
  const waiting = lives.values();
  let lived = 0;
  const lane = async (): Promise<void> => {
    for (const life of waiting) {
      if (world.stop.aborted) return;
      await liveOrSayWhy(world, life, until);
      lived += 1;
      if (lived % 10 === 0) tell(`The demo's year: ${lived} of ${lives.length} people`);
    }
  };
  await Promise.all(Array.from({ length: abreast }, lane));
}

/** One life that cannot be lived must not keep the others from theirs. */
async function liveOrSayWhy(world: World, life: OpenLife, until: number): Promise<void> {
  try {
    await live(world, life, life.clock?.until ?? until);
  } catch (error) {
    const { log } = world.services;
    log.warn({ err: error, person: life.person.email }, 'a life of the demo broke off');
  }
}

/** Stripe's time in unix seconds. */
async function stripeNow({ stripe }: Services): Promise<number> {
  const { headers } = (await stripe.testHelpers.testClocks.list({ limit: 1 })).lastResponse;
  return Math.floor(Date.parse(headers.date ?? '') / 1000);
}

/** Waits, not for ever, until all that Stripe has told is written. */
async function untilQuiet(services: Services, stop: AbortSignal): Promise<void> {
  const enough = AbortSignal.any([stop, AbortSignal.timeout(30_000)]);
  await untilTold(services.stripe);
  while (!enough.aborted && (await listOpenEvents(services, { pageSize: 1 })).count > 0) {
    await setTimeout(200);
  }
}
