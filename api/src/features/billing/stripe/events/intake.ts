import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../../../db/client.ts';
import { isDatabaseUnavailable } from '../../../../db/unavailable.ts';
import type { Jobs } from '../../../../jobs/jobs.ts';
import { currentTrace } from '../../../../telemetry/trace.ts';
import { insertEvents, type NewEvent } from './events-repository.ts';

interface Waiting {
  event: NewEvent;
  trace: string | undefined;
  stored: () => void;
  failed: (error: unknown) => void;
}

/** Events in one transaction at most. */
const atOnce = 100;

/** So many stored together mean that they come faster than one by one could be stored. */
const burst = 5;

export interface Intake {
  /** Answers when the event is safe; fails when it is not, and Stripe sends it again. */
  take(event: NewEvent): Promise<void>;
  /** Waits, for a second at most, while events come in bursts. */
  untilCalm(): Promise<void>;
}

/**
 * Stores events, each once, with the job that follows it. Those that arrive while others are being
 * stored wait for that and then go together, in one transaction: Stripe sends in bursts.
 */
export function createIntake(db: Db, jobs: Jobs): Intake {
  let waiting: Waiting[] = [];
  let isRunning = false;
  let lastBurst = Number.NEGATIVE_INFINITY;

  const store = (batch: Waiting[]): Promise<void> =>
    db.transaction(async (transaction) => {
      const events = batch.map(({ event }) => event);
      const isNew = await insertEvents(transaction, events);
      const work = [...isNew].flatMap((id) => {
        const { event, trace } = batch.find(({ event }) => event.id === id) ?? {};
        return event?.customerId
          ? { data: { customerId: event.customerId, eventId: id }, trace }
          : [];
      });
      if (work.length === 0) return;
      const data = work.map((one) => one.data);
      const traces = work.map(({ trace }) => trace);
      await jobs.enqueueAll(transaction, 'sync-customer', data, traces);
    });

  const fail = (events: Waiting[], error: unknown): void => {
    for (const { failed } of events) failed(error);
  };

  const storeAll = async (batch: Waiting[]): Promise<void> => {
    try {
      await store(batch);
      if (batch.length >= burst) lastBurst = performance.now();
      for (const { stored } of batch) stored();
    } catch (error) {
      // Without a database nobody waits for one try after the other: they all fail at once.
      if (isDatabaseUnavailable(error)) fail([...batch, ...waiting.splice(0)], error);
      else if (batch.length === 1) fail(batch, error);
      // One that cannot be stored is not to keep the others out.
      else for (const one of batch) await storeAll([one]);
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atOnce);
      waiting = waiting.slice(atOnce);
      await storeAll(batch);
    }
    isRunning = false;
  };

  return {
    take: (event) =>
      new Promise((stored, failed) => {
        waiting.push({ event, trace: currentTrace(), stored, failed });
        if (!isRunning) void run();
      }),

    async untilCalm() {
      const until = performance.now() + 1_000;
      const isBurst = () => performance.now() - lastBurst < 100;
      while (isBurst() && performance.now() < until) await setTimeout(50);
    },
  };
}
