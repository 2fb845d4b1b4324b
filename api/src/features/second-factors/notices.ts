import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import type { Occasion } from '../../emails/occasion.ts';
import type { FactorChange } from '../../emails/second-factor-changed.ts';
import type { Services } from '../../services.ts';

interface Owner {
  id: string;
  email: string;
  firstName: string;
}

/**
 * Tells somebody of a change of their second factors, in the transaction of the change; `occasion`: when
 * and on which device they made it themselves.
 */
export async function tellOfChange(
  { mails }: Pick<Services, 'mails'>,
  transaction: Db,
  { email, firstName }: Owner,
  change: FactorChange,
  occasion: Occasion | null,
): Promise<void> {
  await mails.queue(transaction, {
    cause: `second-factor-changed:${uuid()}`,
    template: 'second-factor-changed',
    to: email,
    content: { firstName, change, occasion },
  });
}

/** Tells somebody that a recovery code was used, and how many are left. */
export async function tellOfRecoveryCode(
  { mails }: Pick<Services, 'mails'>,
  transaction: Db,
  { email, firstName }: Owner,
  left: number,
  occasion: Occasion,
): Promise<void> {
  await mails.queue(transaction, {
    cause: `recovery-code-used:${uuid()}`,
    template: 'recovery-code-used',
    to: email,
    content: { firstName, left, occasion },
  });
}
