import { setTimeout } from 'node:timers/promises';
import type { AccessView } from 'contract/product-access';
import { type LoginProduct, loginProduct } from 'contract/product-logins';
import { validate } from 'uuid';
import type { Db } from '../../db/client.ts';
import { ForeignCursor } from '../../db/keyset.ts';
import { Forbidden, NotFound, Unauthorised } from '../../http/errors.ts';
import { hashKey } from '../../http/secret-keys.ts';
import type { Services } from '../../services.ts';
import {
  type AccessRow,
  findAccessOf,
  findAsked,
  findChanges,
  noteKeyUse,
  placeChanges,
} from './access-repository.ts';
import { presentAccess } from './present.ts';

/** What every key begins with, so that it is found where it does not belong. */
export const keyPrefix = 'pk_';

/** Somebody's access to a product; undefined for who never held it. */
export async function accessTo(
  db: Db,
  userId: string,
  product: LoginProduct,
): Promise<AccessRow | undefined> {
  return (await findAccessOf(db, userId)).find((row) => row.product === product);
}

/** Whether somebody may use any product now. */
export async function mayUseAny(db: Db, userId: string): Promise<boolean> {
  return (await findAccessOf(db, userId)).some(({ hasAccess }) => hasAccess);
}

/** Which product asks, and with which key. */
interface Asking {
  product: string;
  key: string;
}

/**
 * What a product asks of one user. Throws Unauthorised for a key that is not live, Forbidden for one of
 * the other product, and NotFound for a user who is not known.
 */
export async function askAccess(
  services: Services,
  asking: Asking,
  userId: string,
): Promise<AccessView> {
  const { person, access } = await recognise(
    services,
    asking,
    validate(userId) ? userId.toLowerCase() : null,
  );
  if (!person || (!access && person.deletedAt)) throw new NotFound('This user does not exist');
  return presentAccess(person, access);
}

/**
 * A page of all users' access in the order of change, from a cursor on. Throws as `askAccess` does, and
 * ForeignCursor.
 */
export async function listChanges(
  services: Services,
  asking: Asking,
  { after, pageSize }: { after?: string | undefined; pageSize: number },
): Promise<{ data: AccessView[]; next: string | null; has_more: boolean }> {
  const { product } = await recognise(services, asking, null);
  const from = after === undefined ? 0 : readCursor(product, after);
  const found = await readPlaced(services.db, { product, after: from, limit: pageSize + 1 });
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1)?.access.position ?? null;
  return {
    data: rows.map(({ person, access }) => presentAccess(person, access)),
    next: last === null ? (after ?? null) : writeCursor(product, last),
    has_more: found.length > pageSize,
  };
}

type Asked = Parameters<typeof findChanges>[1];

/** So often, and so long apart, what is being changed is waited for; it comes after `next` otherwise. */
const patience = { tries: 20, ms: 25 };

async function readPlaced(db: Db, asked: Asked): ReturnType<typeof findChanges> {
  for (let tries = 1; ; tries += 1) {
    const { isWhole, found } = await db.transaction(async (transaction) => ({
      isWhole: await placeChanges(transaction, asked.product),
      found: await findChanges(transaction, asked),
    }));
    if (isWhole || found.length === asked.limit || tries === patience.tries) return found;
    await setTimeout(patience.ms);
  }
}

/** The key first, whatever else is asked: who has none learns nothing. */
async function recognise(services: Services, { product, key }: Asking, userId: string | null) {
  const found = await findAsked(services.db, hashKey(key), userId);
  if (!found) throw new Unauthorised();
  if (!loginProduct.safeParse(product).success) throw new NotFound();
  if (found.product !== product) throw new Forbidden();
  // That it is used is no reason to refuse it: a database that is full still reads.
  if (found.isUsedAgain) await noteKeyUse(services.db, found.keyId).catch(() => {});
  return found;
}

function writeCursor(product: LoginProduct, position: number): string {
  return Buffer.from(JSON.stringify([product, position])).toString('base64url');
}

/** Places are moments in microseconds; nobody was given one that is long to come, and would miss all till then. */
const lastPlace = () => (Date.now() + 60_000) * 1_000;

function readCursor(product: LoginProduct, cursor: string): number {
  try {
    const [, position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isPlace = Number.isSafeInteger(position) && Number(position) > 0;
    if (
      isPlace &&
      Number(position) < lastPlace() &&
      writeCursor(product, Number(position)) === cursor
    ) {
      return Number(position);
    }
  } catch {
    // Not a cursor at all: refused like one of the other product.
  }
  throw new ForeignCursor();
}
