import * as messages from 'contract/messages';
import { after, millisecondsOf, retention } from 'contract/retention';
import { v7 as uuid, validate } from 'uuid';
import { Gone, NotFound, Unauthorised } from '../../http/errors.ts';
import { signed } from '../../http/signed.ts';
import type { Services } from '../../services.ts';
import { findAccount } from '../accounts/service.ts';
import { audit } from '../audit/service.ts';
import {
  type CopyRow,
  findCopy,
  findLastCopy,
  insertCopy,
  lockOwner,
  storeCopy,
  takeContent,
} from './copies-repository.ts';
import { makeCopyFile } from './copy-file.ts';

/** Who asks again so soon is told that the copy is on its way. */
const onItsWayMs = 3_600_000;

/**
 * The key of a copy's link. Nothing of it is stored: every try to send the mail makes the same copy's
 * key, and whoever reads the database cannot.
 */
const keys = (secret: string) =>
  signed<{ id: string }>(secret, 'copy of data', millisecondsOf(retention.deliveryRecords));

interface Asker {
  id: string;
  address: string;
}

/**
 * Has a copy made of everything that is known of somebody; its link comes by mail. Asked for again while
 * one is on its way, nothing more is made. Answers what to tell. Throws TooMany after many in a day.
 */
export async function requestCopy(services: Services, { id, address }: Asker): Promise<string> {
  const { db, jobs, limits } = services;
  if (isOnItsWay(await findLastCopy(db, id))) return messages.copyOnItsWay;
  await limits.dataCopy.take(id);
  return db.transaction(async (transaction) => {
    if (!(await lockOwner(transaction, id))) throw new Unauthorised();
    if (isOnItsWay(await findLastCopy(transaction, id))) return messages.copyOnItsWay;
    const copyId = uuid();
    await insertCopy(transaction, { id: copyId, userId: id, requestedAt: new Date() });
    await jobs.enqueue(transaction, 'copy-data', { copyId });
    await audit(transaction, { action: 'data.copied', actorId: id, address });
    return messages.copyRequested;
  });
}

function isOnItsWay(last: CopyRow | undefined): boolean {
  if (!last || last.fetchedAt !== null) return false;
  return Date.now() - last.requestedAt.getTime() < onItsWayMs;
}

/** Makes a copy that was asked for and mails its link. Throws when SMTP is down. */
export async function makeCopy(services: Services, copyId: string): Promise<void> {
  const { db, mails, env } = services;
  const copy = await findCopy(db, copyId);
  // Whoever asked may have been deleted since.
  if (!copy || copy.fetchedAt) return;
  const owner = await findAccount(services, copy.userId);
  const madeAt = new Date();
  const content = await makeCopyFile(services, owner, madeAt);
  const expiresAt = after(madeAt, retention.dataCopy);
  // Whoever has been deleted meanwhile had their last mail.
  if (!(await storeCopy(db, copyId, { madeAt, expiresAt, content }))) return;
  await mails.sendSecret({
    cause: `data-copy:${copyId}`,
    template: 'data-copy',
    to: owner.email,
    content: { firstName: owner.firstName, key: keys(env.JWT_SECRET).write({ id: copyId }) },
  });
}

/**
 * The file of a link, once. Throws NotFound for a link that is forged or somebody else's, and Gone for
 * one that was used or whose time is over.
 */
export async function fetchCopy(
  { db, env }: Services,
  { id, address }: Asker,
  key: string,
): Promise<{ name: string; content: Uint8Array }> {
  const copyId = keys(env.JWT_SECRET).read(key)?.id ?? '';
  const copy = validate(copyId) ? await findCopy(db, copyId) : undefined;
  if (!copy || copy.userId !== id) throw new NotFound(messages.copyNotYours);
  const now = new Date();
  const content = await db.transaction(async (transaction) => {
    const taken = await takeContent(transaction, copyId, now);
    if (taken) await audit(transaction, { action: 'data.fetched', actorId: id, address });
    return taken;
  });
  if (content) return { name: `your-data-${now.toISOString().slice(0, 10)}.zip`, content };
  const later = await findCopy(db, copyId);
  throw new Gone(later?.fetchedAt ? messages.copyUsed : messages.copyOver);
}
