import type { Services } from '../../../services.ts';
import { noticesDue } from '../stripe/mails/notices.ts';
import { findHoldings, findRenewing, findTold } from './repository.ts';

/**
 * Has everybody synced who is to be told of a renewal or of a card by now and was not: the sync tells
 * them, by what Stripe says then. Our rows only say whom to look at, so any number of runs, at any
 * time, tell each once.
 */
export async function remind(
  { db, jobs, stripeClock }: Pick<Services, 'db' | 'jobs' | 'stripeClock'>,
  now = stripeClock.now(),
): Promise<void> {
  for (let after = ''; ; ) {
    const renewing = await findRenewing(db, now, after);
    const due = (await findHoldings(db, renewing)).map((holdings) => ({
      customerId: holdings.id,
      causes: noticesDue({ firstName: '', ...holdings }, now).map(({ cause }) => cause),
    }));
    const told = await findTold(
      db,
      due.flatMap(({ causes }) => causes),
    );
    const untold = due.filter(({ causes }) => causes.some((cause) => !told.has(cause)));
    const work = untold.map(({ customerId }) => ({ customerId }));
    if (work.length > 0) await jobs.enqueueAll(db, 'sync-customer', work);
    const last = renewing.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
