import { endpoints } from 'contract/endpoints';
import { formatLongDate } from 'contract/format';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { noteListOpened } from '../audit/service.ts';
import { listFailures, retryJobs } from './service.ts';

/** What an operator has to see to. */
export function operationsRoutes(app: FastifyInstance, services: Services): void {
  route(app, endpoints.listFailures, async ({ user, request }) => {
    const failures = await listFailures(services);
    const by = { actorId: user.id, address: request.ip };
    // Who was to get a mail stands in it.
    await noteListOpened(services, by, { list: 'failures' }, { rows: failures.jobs });
    return failures;
  });

  route(app, endpoints.retryJobs, async ({ user, request }) => {
    const by = { adminId: user.id, address: request.ip };
    const { retried, dropped } = await retryJobs(services, by);
    return { message: allInWords(retried, dropped.length), dropped: dropped.length };
  });

  route(app, endpoints.retryJob, async ({ params, user, request }) => {
    const by = { adminId: user.id, address: request.ip };
    const [over, ...others] = (await retryJobs(services, { id: params.id, ...by })).dropped;
    if (!over) return { message: 'Job queued again', dropped: 0 };
    const message = `Not sent: it tells of ${formatLongDate(over)}, which is over`;
    return { message, dropped: 1 + others.length };
  });
}

function allInWords(retried: number, dropped: number): string {
  if (dropped === 0) return 'Jobs queued again';
  const rest =
    dropped === 1
      ? '1 reminder of a day that is over was dropped'
      : `${dropped} reminders of days that are over were dropped`;
  return retried > 0 ? `Jobs queued again. ${rest}` : rest;
}
