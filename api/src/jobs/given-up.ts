import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { jobEnded } from '../telemetry/happenings.ts';
import { givenUpQueue, takeNote } from './given-up-repository.ts';

/** What the queue keeps of an error that was thrown, or of why it ended the job itself. */
type Kept = Partial<Error> & { value?: Partial<Error> };

/**
 * Tells of each job that failed for the last time, however it ended: one line of the log, and one more in
 * the figures, of one process.
 */
export async function tellGivenUp(boss: PgBoss, db: Db, log: Logger): Promise<void> {
  const options = { pollingIntervalSeconds: 2, includeMetadata: true } as const;
  const worker = await boss.work(givenUpQueue, options, async ([note]) => {
    // Else there is one every two seconds, and after a day without a mail server there are thousands.
    boss.notifyWorker(worker);
    if (!note?.sourceName || !(await takeNote(db, note.id))) return;
    const { sourceName: job, sourceId: id, sourceOutput } = note;
    jobEnded.tell({ job, outcome: 'given-up' });
    log.error(
      { err: errorOf(sourceOutput as Kept | null), job, id },
      'job failed for the last time',
    );
  });
}

function errorOf(kept: Kept | null): Error {
  const { message, ...rest } = kept?.value ?? kept ?? {};
  // Its own stack, or none: that of this line says nothing.
  return Object.assign(new Error(message), { stack: undefined }, rest);
}
