import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Db } from './db/client.ts';
import type { Read } from './db/reading.ts';
import { createMails, type Mails } from './emails/mails.ts';
import type { Env } from './env.ts';
import { createDevices, type Devices } from './features/accounts/device.ts';
import { createPlaces, type Places } from './features/accounts/places.ts';
import { createSessions, type SessionService } from './features/accounts/session.ts';
import { createTries, type Tries } from './features/accounts/tries.ts';
import { createStripe } from './features/billing/stripe/client.ts';
import { createStripeClock, type StripeClock } from './features/billing/stripe/clock.ts';
import { createIntake, type Intake } from './features/billing/stripe/events/intake.ts';
import { createRefusals, type Refusals } from './features/billing/stripe/events/refusals.ts';
import { createPortal, type Portal } from './features/billing/stripe/setup/portal.ts';
import { createPrices, type Prices } from './features/billing/stripe/setup/prices.ts';
import { createLimits, type Limits } from './http/limits.ts';
import type { Jobs } from './jobs/jobs.ts';

/** What every feature may use. */
export interface Services {
  env: Env;
  log: Logger;
  db: Db;
  /** For lists and files of the admins' only. */
  read: Read;
  jobs: Jobs;
  mails: Mails;
  sessions: SessionService;
  devices: Devices;
  places: Places;
  tries: Tries;
  codeTries: Tries;
  recoveryTries: Tries;
  limits: Limits;
  stripe: Stripe;
  stripeClock: StripeClock;
  prices: Prices;
  portal: Portal;
  intake: Intake;
  refusals: Refusals;
}

/** Wires the services together, once for each process. */
export function createServices(
  env: Env,
  log: Logger,
  db: Db,
  jobs: Jobs,
  read: Read = (reading) => reading(db),
): Services {
  const stripeClock = createStripeClock();
  const stripe = createStripe({
    key: env.STRIPE_SECRET_KEY,
    apiUrl: env.STRIPE_API_URL,
    clock: stripeClock,
  });
  const isTaxed = env.BRAND_VAT_NUMBER !== undefined;
  const prices = createPrices(stripe, isTaxed);
  return {
    env,
    log,
    db,
    read,
    jobs,
    stripe,
    stripeClock,
    prices,
    portal: createPortal(stripe, prices, isTaxed),
    intake: createIntake(db, jobs),
    refusals: createRefusals(db, log),
    mails: createMails(db, jobs, {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      siteUrl: env.APP_URL,
    }),
    limits: createLimits(db, { demo: env.DEMO }),
    tries: createTries(db, { demo: env.DEMO }),
    codeTries: createTries(db, { demo: env.DEMO, of: 'code' }),
    recoveryTries: createTries(db, { demo: env.DEMO, of: 'recovery' }),
    devices: createDevices(env.JWT_SECRET),
    places: createPlaces(env.PLACES_DATABASE, log),
    sessions: createSessions(db, { secret: env.JWT_SECRET, hours: env.SESSION_HOURS, env }),
  };
}
