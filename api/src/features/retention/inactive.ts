import { setTimeout as rest } from 'node:timers/promises';
import { after, before, retention } from 'contract/retention';
import { atOnceAsBrieflyAsItCan } from '../../db/briefly.ts';
import type { Db } from '../../db/client.ts';
import { decidedAnew, holdAsSeen, type SeenUser } from '../../db/decided.ts';
import { Conflict, NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { holdsOrIsOwed, stopIfHeld } from '../billing/subscriptions/service.ts';
import { removeUser } from '../users/delete.ts';
import { isOnlyAdmin, keepOneAdmin } from '../users/service.ts';
import type { Outcome, Pass } from './clearing.ts';
import { causeOf, endOfNotice, latest, type Which } from './inactive-notices.ts';
import {
  findDue,
  findUnused,
  readUnused,
  settingEnd,
  type UserRow,
} from './inactive-repository.ts';

type Walk = (db: Db, from: string | null) => Promise<{ ids: string[]; next: string | null }>;

/**
 * Announces to people who have not signed in for years, and hold nothing, that their account will be
 * deleted, twice, and deletes it then as anybody's (product L54). A sign-in stops it. Nobody is deleted
 * sooner after a mail went out than it says, however late the job or the mail server was.
 */
export async function endInactive(services: Services, pass: Pass): Promise<Outcome> {
  const { now } = pass;
  const counts = { inactiveAnnounced: 0, inactiveDeleted: 0 };
  const gone: string[] = [];
  const since = after(before(now, retention.inactiveAccount), retention.firstInactivityNotice);
  const until = after(now, retention.lastInactivityNotice);
  const isWhole =
    (await walk(
      services,
      pass,
      (db, from) => findUnused(db, since, from),
      async (id) => {
        if (await announce(services, id, since, now)) counts.inactiveAnnounced += 1;
      },
    )) &&
    (await walk(
      services,
      pass,
      (db, from) => findDue(db, { until, since }, from),
      async (id) => {
        const done = await remindOrDelete(services, id, since, now);
        if (done === 'reminded') counts.inactiveAnnounced += 1;
        if (typeof done !== 'object') return;
        counts.inactiveDeleted += 1;
        gone.push(done.deleted);
      },
    ));
  await services.jobs.forgetAddressesOf(gone);
  return { counts, isPartial: !isWhole };
}

/**
 * Does something to each of a walk, and rests for as long after each. False when time ran out, or some could not
 * be done.
 */
async function walk(
  { db, log }: Services,
  { until }: Pass,
  look: Walk,
  act: (id: string) => Promise<void>,
): Promise<boolean> {
  let isWhole = true;
  for (let from: string | null = null; ; ) {
    const { ids, next } = await look(db, from);
    for (const id of ids) {
      const began = performance.now();
      if (began > until) return false;
      try {
        await act(id);
      } catch (error) {
        log.warn({ err: error, id }, 'an inactive account is left for tomorrow');
        isWhole = false;
      }
      await rest(performance.now() - began);
    }
    if (next === null) return isWhole;
    from = next;
  }
}

/** The first mail, and from then on there is a day. Answers whether it was queued. */
function announce(services: Services, id: string, since: Date, now: Date): Promise<boolean> {
  return decidedAnew(async () => {
    const user = await readUnused(services.db, id, since);
    if (!user || user.deletionDueAt || !(await mayEnd(services.db, user))) return false;
    const deletionDueAt = latest(
      after(user.lastLoginAt, retention.inactiveAccount),
      endOfNotice(now, 'first'),
    );
    await note(services, user, { deletionDueAt, deletionAnnouncedAt: now }, 'first');
    return true;
  });
}

/** Answers what it came to; of somebody who was deleted, the e-mail. */
async function remindOrDelete(
  services: Services,
  id: string,
  since: Date,
  now: Date,
): Promise<'reminded' | 'nothing' | { deleted: string }> {
  const done = await decidedAnew(() => remindIfDue(services, id, since, now));
  if (typeof done === 'string') return done;
  const { role } = done;
  const by = { address: 'daily job', isOwnWish: false };
  const deleted = await removeUser(services, by, {
    check: async (transaction) => {
      // First, as whoever changes admins does. Who has just become one is left for tomorrow.
      if (role === 'admin') await keepOneAdmin(transaction, id, 'deleted');
      const user = await readUnused(transaction, id, since);
      if (!user?.deletionDueAt || user.role !== role) throw new NotFound();
      if (!(await mayEnd(transaction, user))) throw new Conflict('This account is in use.');
      return user;
    },
    stillSo: (transaction) => [stopIfHeld(transaction, id, ['access', 'credit'])],
  });
  return { deleted };
}

/** Answers the account where it is to be deleted now. */
async function remindIfDue(
  services: Services,
  id: string,
  since: Date,
  now: Date,
): Promise<'reminded' | 'nothing' | SeenUser> {
  const { db, mails } = services;
  const user = await readUnused(db, id, since);
  if (!user?.deletionDueAt) return 'nothing';
  if (!(await mayEnd(db, user))) {
    await note(services, user, { deletionDueAt: null });
    return 'nothing';
  }
  const isUntold = (which: Which) => mails.isWaiting(db, causeOf(user, which));
  // Whom the mail before did not reach is not told of the end, and not deleted.
  if (await isUntold('first')) return 'nothing';
  if (!(await mails.wasQueued(db, causeOf(user, 'last')))) {
    const deletionDueAt = latest(user.deletionDueAt, endOfNotice(now, 'last'));
    await note(services, user, { deletionDueAt }, 'last');
    return 'reminded';
  }
  if (await isUntold('last')) return 'nothing';
  return user.deletionDueAt <= now ? user : 'nothing';
}

/** Whoever holds something, or has credit, keeps the account, and so does the only admin. */
async function mayEnd(db: Db, { id, role }: UserRow): Promise<boolean> {
  if (await holdsOrIsOwed(db, id)) return false;
  return role !== 'admin' || !(await isOnlyAdmin(db, id));
}

/**
 * Notes what becomes of an account, and queues the mail that tells of it, unless anything of it has changed since it
 * was read.
 */
async function note(
  { db, mails }: Services,
  user: SeenUser,
  end: Partial<Pick<UserRow, 'deletionDueAt' | 'deletionAnnouncedAt'>>,
  which?: Which,
): Promise<void> {
  const { id, email, firstName, isActive } = user;
  const queue =
    which &&
    (await mails.queueing({
      cause: causeOf({ ...user, ...end }, which),
      template: 'account-inactive',
      to: email,
      content: { firstName, due: (end.deletionDueAt ?? new Date(0)).toISOString(), isActive },
    }));
  await atOnceAsBrieflyAsItCan(db, (transaction) => [
    holdAsSeen(transaction, user),
    ...(queue ? [stopIfHeld(transaction, id, ['access', 'credit']), ...queue(transaction)] : []),
    settingEnd(transaction, id, end),
  ]);
}
