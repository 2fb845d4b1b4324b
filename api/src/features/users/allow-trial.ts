import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { allowTrial } from '../billing/trials/service.ts';
import { type Act, actOn } from './service.ts';

/**
 * Allows a user one more free trial, of whatever is bought next and with whichever card. A repeat before
 * it was had changes nothing. Throws NotFound for an unknown user.
 */
export async function allowOneTrial(services: Services, act: Act): Promise<void> {
  await actOn(services.db, act, async (transaction, { id }) => {
    if (!(await allowTrial(transaction, id))) return;
    const { adminId: actorId, address } = act;
    await audit(transaction, { action: 'user.trial-allowed', actorId, target: id, address });
  });
}
