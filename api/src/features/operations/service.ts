import type { FailedJob, HeldBack, RefusedWebhooks } from 'contract/failures';
import type { Db } from '../../db/client.ts';
import { NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { countHeldBack } from '../accounts/tries.ts';
import { audit } from '../audit/service.ts';
import { listRefused } from '../billing/stripe/events/refusals.ts';
import { countFailedJobs, findFailedJobs, retryFailedJobs } from './failed-jobs-repository.ts';

const shown = 100;

/** How many jobs gave up whose work nobody has done since. */
export const countGivenUp = (db: Db): Promise<number> => countFailedJobs(db);

/** What went wrong for good: jobs that gave up, webhooks that were refused, and tries that were held back. */
export async function listFailures({ db }: Services): Promise<{
  jobs: FailedJob[];
  count: number;
  webhooks: RefusedWebhooks[];
  tries: HeldBack[];
}> {
  const [rows, count, webhooks, tries] = await Promise.all([
    findFailedJobs(db, shown),
    countGivenUp(db),
    listRefused(db),
    countHeldBack(db),
  ]);
  const jobs = rows.map(({ failedAt, error, ...job }) => ({
    ...job,
    error: error ?? 'It took too long, or its process ended.',
    failed_at: failedAt,
  }));
  return { jobs, count, webhooks, tries };
}

/**
 * Has a job that gave up tried again, or all of them; doing one twice does no harm. Throws NotFound
 * for a job that did not give up.
 */
export async function retryJobs(
  { db, jobs }: Services,
  { id, adminId, address }: { id?: string; adminId: string; address: string },
): Promise<void> {
  const queues = await db.transaction(async (transaction) => {
    const retried = await retryFailedJobs(transaction, id);
    if (id !== undefined && retried.length === 0) throw new NotFound();
    const target = id ?? `all ${retried.length}`;
    await audit(transaction, { action: 'job.retried', actorId: adminId, target, address });
    return new Set(retried);
  });
  jobs.wake(queues);
}
