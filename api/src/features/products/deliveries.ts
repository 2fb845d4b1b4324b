import type { DeliveryView } from 'contract/product-connections';
import type { PageRequest } from '../../db/keyset.ts';
import { NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { type DeliveryFilter, findDeliveries, resendOne } from './deliveries-repository.ts';

/** A page of what a product was told. Throws ForeignCursor. */
export async function listDeliveries(
  { db }: Services,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<{ data: DeliveryView[]; next: string | null; previous: string | null }> {
  const { rows, next, previous } = await findDeliveries(db, filter, request);
  const data = rows.map(({ delivery, url }) => ({
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    url,
    type: delivery.type,
    user_id: delivery.userId,
    version: delivery.version,
    created_at: delivery.createdAt.toISOString(),
    status: delivery.status,
    attempts: delivery.attempts,
    last_at: delivery.lastAt?.toISOString() ?? null,
    milliseconds: delivery.lastMilliseconds,
    answer_status: delivery.answerStatus,
    answer: delivery.answer,
    next_at: delivery.status === 'waiting' ? delivery.dueAt.toISOString() : null,
  }));
  return { data, next, previous };
}

/** Sends one delivery once more, under the same id. Throws NotFound. */
export async function resend(
  { db }: Services,
  { adminId, address }: { adminId: string; address: string },
  id: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const resent = await resendOne(transaction, id);
    if (!resent) throw new NotFound('This delivery does not exist');
    const entry = { action: 'delivery.resent', actorId: adminId, target: resent.product } as const;
    await audit(transaction, { ...entry, address, detail: `${id} to ${resent.endpointId}` });
  });
}
