import type { OpenEvent } from 'contract/events';
import { NotFound } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { audit } from '../../../audit/service.ts';
import {
  countOpenEvents,
  type EventRow,
  findOpenEvent,
  findOpenEvents,
} from './open-events-repository.ts';

/** Events whose work waits or has failed, the oldest first. */
export async function listOpenEvents(
  { db }: Services,
  { after, pageSize }: { after?: string | undefined; pageSize: number },
) {
  const [events, count] = await Promise.all([
    findOpenEvents(db, { after, limit: pageSize + 1 }),
    countOpenEvents(db),
  ]);
  const rows = events.slice(0, pageSize);
  return { rows, count, next: events.length > pageSize ? (rows.at(-1)?.id ?? null) : null };
}

/**
 * Queues the work of an event again; doing it twice does no harm. Throws NotFound for an event that
 * is unknown or done.
 */
export async function resendEvent(
  { db, jobs }: Services,
  { id, adminId, address }: { id: string; adminId: string; address: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const event = await findOpenEvent(transaction, id);
    if (!event?.customerId) throw new NotFound();
    const { customerId } = event;
    await jobs.enqueue(transaction, 'sync-customer', { customerId, eventId: id });
    await audit(transaction, { action: 'event.resent', actorId: adminId, target: id, address });
  });
}

/** An event as admins see it. */
export function presentEvent(event: EventRow): OpenEvent {
  return {
    id: event.id,
    type: event.type,
    customer: event.customerId,
    created_at: event.createdAt.toISOString(),
    received_at: event.receivedAt.toISOString(),
  };
}
