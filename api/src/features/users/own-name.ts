import type { changeName } from 'contract/accounts';
import type { z } from 'zod';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { updateUser } from './repository.ts';
import { getUser, refuseOddNames } from './service.ts';

/** Changes the name of whoever is signed in. Throws Invalid for one that will not do, and TooMany. */
export async function changeOwnName(
  services: Services,
  { id, address }: { id: string; address: string },
  body: z.output<typeof changeName.body>,
): Promise<void> {
  const { db, limits } = services;
  const before = await getUser(services, id);
  refuseOddNames(before, body);
  const changes = { firstName: body.first_name, lastName: body.last_name };
  if (before.firstName === changes.firstName && before.lastName === changes.lastName) return;
  await limits.nameChange.take(id);
  await db.transaction(async (transaction) => {
    await updateUser(transaction, id, changes);
    await audit(transaction, { action: 'user.changed', actorId: id, target: id, address });
  });
}
