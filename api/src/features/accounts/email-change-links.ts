import * as messages from 'contract/messages';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { BadRequest, Conflict } from '../../http/errors.ts';
import { hashKey } from '../../http/secret-keys.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { removeFactorsOfStranger, removeRecentFactors } from '../second-factors/remove-doubtful.ts';
import { isEmailTaken, leaveAddress } from './another-address.ts';
import { keepAddress, tellAddressBefore } from './email-change-mails.ts';
import { deleteChanges, findChange, giveEmail, markConfirmed } from './email-changes-repository.ts';
import { takeLink } from './email-links-repository.ts';
import { endSessionsOf } from './ended-views.ts';
import { isKeptForOther } from './kept-addresses-repository.ts';
import { occasionOf } from './occasion.ts';
import { deleteResetsOf } from './repository.ts';

interface Visitor {
  address: string;
  agent: string | undefined;
}

/**
 * Gives an account the e-mail that was asked for, by the key of the link that was sent there, once, and
 * tells both e-mails. Whoever is signed in stays so. Throws BadRequest when the key is unknown, used or
 * old, or the change was taken back; Conflict when somebody else has taken that e-mail meanwhile, or can
 * take it again. The one before is kept for them as long as they can.
 */
export async function confirmChange(
  services: Services,
  key: string,
  { address, agent }: Visitor,
): Promise<void> {
  const { jobs, mails } = services;
  const occasion = occasionOf({ agent });
  const left = await unlessTaken(services, async (transaction) => {
    const taken = await takeChange(transaction, 'change', key);
    if (!taken || taken.change.confirmedAt) throw new BadRequest(messages.changeOver);
    const { change, before } = taken;
    const user = await giveEmail(transaction, before.id, change.email);
    if (!user) throw new BadRequest(messages.changeOver);
    if (await isKeptForOther(transaction, user)) throw new Conflict(messages.emailTaken);
    const wasVerified = before.emailVerifiedAt !== null;
    await markConfirmed(transaction, { id: change.id, wasVerified });
    await keepAddress(transaction, change);
    const moved = { id: user.id, before: before.email, email: user.email };
    await leaveAddress(services, transaction, moved, { isForeign: false });
    await tellAddressBefore(services, transaction, {
      ...{ changeId: change.id, isDone: true, occasion },
    });
    await mails.queue(transaction, {
      cause: `email-changed:${change.id}`,
      template: 'email-changed',
      to: user.email,
      content: { firstName: user.firstName, isNew: true, isStaying: true, occasion },
    });
    await audit(transaction, { action: 'email.changed', actorId: user.id, address });
    return before.email;
  });
  await jobs.forgetAddressesOf([left]);
}

/**
 * Gives an account the e-mail back that it had before a change, or keeps it there, by the key of a link
 * that was sent to that one, once. Whoever asked for the change knew the password: every session and
 * reset link ends, with all changes since, and second factors go that were added lately, all of them where nobody
 * had shown before that this e-mail is theirs. Throws
 * BadRequest when the key is unknown, used or old; Conflict when somebody else has taken the e-mail
 * meanwhile.
 */
export async function undoChange(
  services: Services,
  key: string,
  { address, agent }: Visitor,
): Promise<void> {
  const { jobs, mails } = services;
  const occasion = occasionOf({ agent });
  const left = await unlessTaken(services, async (transaction) => {
    const taken = await takeChange(transaction, 'undo', key);
    if (!taken) throw new BadRequest(messages.undoOver);
    const { change, before } = taken;
    const user = await giveEmail(transaction, before.id, change.emailBefore);
    if (!user) throw new BadRequest(messages.undoOver);
    await deleteChanges(transaction, user.id, { from: change });
    const end = { actorId: user.id, address, why: 'another email' } as const;
    await endSessionsOf(transaction, user.id, end);
    await deleteResetsOf(transaction, user.id);
    const wasVerified = change.confirmedAt ? change.wasVerified : before.emailVerifiedAt !== null;
    // As by a reset: whoever registered the e-mail of another keeps no way in.
    const areAllRemoved = !wasVerified && user.role !== 'admin';
    if (areAllRemoved) await removeFactorsOfStranger(services, transaction, user, address);
    else await removeRecentFactors(transaction, { userId: user.id, address }, change.createdAt);
    if (before.email !== user.email) {
      const moved = { id: user.id, before: before.email, email: user.email };
      await leaveAddress(services, transaction, moved, { isForeign: false });
      await mails.queue(transaction, {
        cause: `email-changed:${uuid()}`,
        template: 'email-changed',
        to: before.email,
        content: { firstName: user.firstName, isNew: false, isStaying: false, occasion },
      });
    }
    await mails.queue(transaction, {
      cause: `email-restored:${uuid()}`,
      template: 'email-restored',
      to: user.email,
      content: { firstName: user.firstName, areAllRemoved, occasion },
    });
    await audit(transaction, { action: 'email.restored', actorId: user.id, address });
    return before.email === user.email ? null : before.email;
  });
  if (left) await jobs.forgetAddressesOf([left]);
}

/** Uses up a link; answers the change it is about, and its user as they are before. */
async function takeChange(transaction: Db, purpose: 'change' | 'undo', key: string) {
  const taken = await takeLink(transaction, purpose, hashKey(key));
  const change = taken && (await findChange(transaction, taken.link.changeId ?? ''));
  return change && { change, before: taken.user };
}

/** Runs a transaction that gives somebody an e-mail; nothing of it happens where another has that one. */
async function unlessTaken<T>({ db }: Services, act: (transaction: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(act);
  } catch (error) {
    throw isEmailTaken(error) ? new Conflict(messages.emailTaken) : error;
  }
}
