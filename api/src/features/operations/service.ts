import type { FailedJob, HeldBack, RefusedWebhooks } from 'contract/failures';
import type { Db } from '../../db/client.ts';
import { momentTold, remindersAhead } from '../../emails/told-ahead.ts';
import { NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { countHeldBack } from '../accounts/tries.ts';
import { audit } from '../audit/service.ts';
import { listRefused } from '../billing/stripe/events/refusals.ts';
import {
  countFailedJobs,
  dropMails,
  findFailedJobs,
  findGivenUpMails,
  retryFailedJobs,
} from './failed-jobs-repository.ts';

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
 * Has a job that gave up tried again, or all of them; doing one twice does no harm. A reminder of what is
 * over by Stripe's time is dropped instead (product D64): answers how many are tried, and the moments of
 * those dropped. Throws NotFound for a job that did not give up.
 */
export async function retryJobs(
  { db, jobs, stripeClock }: Services,
  { id, adminId, address }: { id?: string; adminId: string; address: string },
): Promise<{ retried: number; dropped: Date[] }> {
  const { dropped, retried } = await db.transaction(async (transaction) => {
    const dropped = await dropOver(transaction, stripeClock.now(), id);
    const retried = await retryFailedJobs(transaction, id);
    if (id !== undefined && retried.length + dropped.length === 0) throw new NotFound();
    const by = { actorId: adminId, address };
    const targetOf = ({ length }: unknown[]) => id ?? `all ${length}`;
    if (dropped.length > 0) {
      await audit(transaction, { action: 'job.dropped', ...by, target: targetOf(dropped) });
    }
    if (retried.length > 0 || dropped.length === 0) {
      await audit(transaction, { action: 'job.retried', ...by, target: targetOf(retried) });
    }
    return { dropped, retried };
  });
  jobs.wake(new Set(retried));
  return { retried: retried.length, dropped };
}

/** Drops the reminders that gave up, or the one, of what is over; answers when each of that was. */
async function dropOver(transaction: Db, now: Date, id?: string): Promise<Date[]> {
  const mails = await findGivenUpMails(transaction, remindersAhead, id);
  const over = mails.flatMap((mail) => {
    const moment = momentTold(mail);
    return moment && moment <= now ? [{ ...mail, moment }] : [];
  });
  await dropMails(transaction, over);
  return over.map(({ moment }) => moment);
}
