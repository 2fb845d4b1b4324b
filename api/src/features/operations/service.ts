import type { FailedJob, RefusedWebhooks } from 'contract/failures';
import { NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { listRefused } from '../billing/stripe/events/refusals.ts';
import { countFailedJobs, findFailedJobs, retryFailedJobs } from './failed-jobs-repository.ts';

const shown = 100;

/** What went wrong for good: jobs that gave up, and webhooks that were refused. */
export async function listFailures({
  db,
}: Services): Promise<{ jobs: FailedJob[]; count: number; webhooks: RefusedWebhooks[] }> {
  const [rows, count, webhooks] = await Promise.all([
    findFailedJobs(db, shown),
    countFailedJobs(db),
    listRefused(db),
  ]);
  const jobs = rows.map(({ failedAt, error, ...job }) => ({
    ...job,
    error: error ?? 'It took too long, or its process ended.',
    failed_at: failedAt,
  }));
  return { jobs, count, webhooks };
}

/**
 * Has a job that gave up tried again, or all of them; doing one twice does no harm. Throws NotFound
 * for a job that did not give up.
 */
export async function retryJobs(
  { db }: Services,
  { id, adminId, address }: { id?: string; adminId: string; address: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const count = await retryFailedJobs(transaction, id);
    if (id !== undefined && count === 0) throw new NotFound();
    const target = id ?? `all ${count}`;
    await audit(transaction, { action: 'job.retried', actorId: adminId, target, address });
  });
}
