import type { TermsHeld } from 'contract/agreements';
import type { Plan } from 'contract/catalogue';
import { formatPence } from 'contract/format';
import {
  changesOfTerms,
  changesPlan,
  priceInWords,
  type Sale,
  sharedTermsOfSale,
  type Term,
  termsOfSale,
} from 'contract/sale-terms';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { lockUser } from '../../db/lock-user.ts';
import { NotFound, Unauthorised } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { findUntold } from './in-force-repository.ts';
import {
  type AgreementRow,
  type ChangeRow,
  concludeChoice,
  findAgreementsOf,
  findChange,
  insertAgreement,
  noteConfirmation,
  replaceChoice,
} from './repository.ts';
import { currentTexts } from './texts.ts';

/** Who agrees, and the network address they do it from. */
interface Party {
  userId: string;
  address: string;
}

/** Notes, with the account that is opened, which versions its owner agreed to. */
export function agreeAtSignUp(transaction: Db, { userId, address }: Party): Promise<void> {
  return insertAgreement(transaction, {
    id: uuid(),
    userId,
    address,
    kind: 'account',
    termsVersion: currentTexts.terms.version,
    privacyVersion: currentTexts.privacy.version,
  });
}

/**
 * Notes the choice of a plan with what was said of it and the terms that hold for whoever chooses, before
 * the hosted page opens. Throws
 * Unauthorised for somebody who has been deleted.
 */
export function agreeToPlan(
  db: Db,
  { userId, address, at: agreedAt = new Date() }: Party & { at?: Date },
  { plan, terms, ...sale }: { plan: Plan; terms: TermsHeld } & Omit<Sale, 'cycle'>,
): Promise<void> {
  const { cycle, amount } = plan;
  const [renewal, withdrawal] = sharedTermsOfSale(cycle);
  const shown: Term[] = [
    { name: 'Price', text: priceInWords(formatPence(amount), cycle) },
    ...termsOfSale({ ...sale, cycle }, agreedAt),
    { name: 'Renewal and cancelling', text: renewal },
    // Of a change its own terms say that it begins none.
    ...(changesPlan(sale.decision) ? [] : [{ name: 'Right to withdraw', text: withdrawal }]),
    ...changesOfTerms(terms),
  ];
  return ofLiving(db, userId, (transaction) =>
    replaceChoice(transaction, {
      id: uuid(),
      ...{ userId, address, agreedAt },
      kind: 'subscription',
      termsVersion: terms.version,
      planId: plan.id,
      shown,
      startAtOnce: true,
    }),
  );
}

/** Writes of somebody who is deleted meanwhile nothing more down: throws Unauthorised then. */
function ofLiving(db: Db, userId: string, write: (transaction: Db) => Promise<void>) {
  return db.transaction(async (transaction) => {
    if (!(await lockUser(transaction, userId))) throw new Unauthorised();
    await write(transaction);
  });
}

/**
 * The agreement that a subscription came of, which is now known to have done so; undefined where it
 * was not chosen here.
 */
export function concludeAgreement(
  transaction: Db,
  choice: { userId: string; planId: string; stripeId: string },
): Promise<AgreementRow | undefined> {
  return concludeChoice(transaction, choice);
}

/** Keeps the mail that confirms an agreement, in the transaction that queues it. */
export function keepConfirmation(
  transaction: Db,
  id: string,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  return noteConfirmation(transaction, id, { subject, text });
}

/** What the mail that tells somebody of a change is sent for. */
export const changeCause = (changeId: string, userId: string): string =>
  `legal-change:${changeId}:${userId}`;

/** What somebody agreed to, the newest first. */
export function listMine({ db }: Services, userId: string): Promise<AgreementRow[]> {
  return findAgreementsOf(db, userId);
}

/** The changes of the legal texts that somebody is still to be shown. */
export function untoldChanges({ db }: Services, userId: string): Promise<ChangeRow[]> {
  return findUntold(db, userId);
}

/**
 * Notes that somebody was shown a change; once. A mail of it that still waits has nothing more to tell.
 * Throws NotFound for one that is none, Unauthorised for somebody who has been deleted.
 */
export async function acknowledge(
  { db, mails }: Services,
  { userId, address }: Party,
  changeId: string,
): Promise<void> {
  const change = await findChange(db, changeId);
  if (!change) throw new NotFound();
  const column = change.kind === 'terms' ? 'termsVersion' : 'privacyVersion';
  await ofLiving(db, userId, async (transaction) => {
    await insertAgreement(transaction, {
      id: uuid(),
      userId,
      address,
      kind: 'change',
      changeId,
      [column]: change.version,
    });
    await mails.takeBack(transaction, changeCause(changeId, userId));
  });
}
