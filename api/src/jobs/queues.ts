import { millisecondsOf, retention } from 'contract/retention';
import type { PgBoss, Queue } from 'pg-boss';
import { NIL } from 'uuid';
import type { Db } from '../db/client.ts';
import { givenUpQueue, renewQueued } from './given-up-repository.ts';
import type { JobName } from './job-data.ts';

/** An SMTP outage delays mails and loses none (product M14). */
const forADay = {
  retryLimit: 40,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  // A mail server may be slow, and its mail is still sent once: longer than `sendingLimitMs`.
  expireInSeconds: 300,
  heartbeatSeconds: 60,
};

const queues: Record<JobName, Omit<Queue, 'name'>> = {
  // Some hours of trying; for events that still wait then, the sweep begins anew every hour.
  'sync-customer': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 7_200 },
  'forget-customer': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 7_200 },
  'tell-stripe-who': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 7_200 },
  remind: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
  reconcile: { retryLimit: 2, retryDelay: 60, expireInSeconds: 3_600 },
  'forget-ended': { retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
  'keep-retention': { retryLimit: 2, retryDelay: 60, expireInSeconds: 3_600 },
  'copy-data': forADay,
  'tell-of-change': forADay,
  'send-reset-link': forADay,
  'send-verification': forADay,
  'send-email-change': forADay,
  'send-email-undo': forADay,
  'send-email': forADay,
};

export const jobNames = Object.keys(queues) as JobName[];

/**
 * How many jobs of a kind a process does at once. Each of them looks for a job whenever one is added, and every
 * ten seconds: what comes rarely or in turn is not looked for by many.
 */
export const workersOf: Record<JobName, number> = {
  'sync-customer': 4,
  'send-email': 4,
  'send-reset-link': 2,
  'send-verification': 2,
  'send-email-change': 2,
  'send-email-undo': 2,
  'forget-customer': 2,
  'tell-stripe-who': 2,
  'copy-data': 2,
  'tell-of-change': 1,
  remind: 1,
  reconcile: 1,
  'forget-ended': 1,
  'keep-retention': 1,
};

/**
 * How many jobs of a kind a worker takes by one statement, and puts away by one; where nothing is said, one. They are
 * done one after the other. Events come in bursts, of which the first one's sync answers the others.
 */
export const takenAtOnce: Partial<Record<JobName, number>> = { 'sync-customer': 5 };

/** Makes the queues that are missing, and changes those whose options are not the ones above. */
export async function keepQueues(boss: PgBoss, db: Db): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  // Nobody has to keep it, and those that name it come after it.
  if (!there.has(givenUpQueue)) await boss.createQueue(givenUpQueue, { retryLimit: 40 });
  for (const [name, options] of Object.entries(queues)) {
    // A job claimed by a process that was killed is free again after a minute, or after its own time; where
    // it has a heartbeat, a minute after the last one.
    const wanted = {
      expireInSeconds: 60,
      deleteAfterSeconds: millisecondsOf(retention.finishedJobs) / 1000,
      ...options,
      notify: true,
      deadLetter: givenUpQueue,
    };
    const queue = there.get(name);
    const isAsWanted =
      queue && Object.entries(wanted).every(([key, value]) => queue[key as keyof Queue] === value);
    if (isAsWanted) continue;
    if (queue) {
      await boss.updateQueue(name, wanted);
      await renewQueued(db, name);
    } else await boss.createQueue(name, wanted);
    // A look for a job that is not there makes the queue known before the first enqueue: on the one
    // connection of PGlite a look-up from inside a transaction would wait for that one for ever.
    await boss.findJobs(name, { id: NIL });
  }
}
