import { setTimeout } from 'node:timers/promises';
import type Stripe from 'stripe';
import { createIntake, type Intake } from '../../features/billing/stripe/events/intake.ts';
import { processEvent } from '../../features/billing/stripe/events/process-events.ts';
import type { Services } from '../../services.ts';

/**
 * Takes the events of customers whose past is being lived without a job for each: a year comes in
 * a second, and `follow` works them off together, a stretch of life at a time. Those of others are
 * taken as ever. A process that is killed leaves them to jobs at the next start, like all events.
 */
export function intakeOfThePast(
  { db, jobs, intake }: Services,
  living: ReadonlySet<string>,
): Intake {
  const withoutJobs = createIntake(db, { ...jobs, enqueueAll: async () => {} });
  return {
    ...intake,
    take: (event) => (living.has(event.customerId ?? '') ? withoutJobs : intake).take(event),
  };
}

/** Waits until Stripe has told all that has happened, and brings our rows of a customer up to it. */
export async function follow(services: Services, customerId: string): Promise<void> {
  await untilTold(services.stripe);
  await processEvent(services, customerId);
}

/** Waits until the newest event is delivered: those before it were sent before it. */
export async function untilTold(stripe: Stripe): Promise<void> {
  const [newest] = (await stripe.events.list({ limit: 1 })).data;
  if (!newest) return;
  while ((await stripe.events.retrieve(newest.id)).pending_webhooks > 0) await setTimeout(20);
}
