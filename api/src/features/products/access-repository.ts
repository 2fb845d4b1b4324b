import type { LoginProduct } from 'contract/product-logins';
import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared, textArray } from '../../db/prepared.ts';
import { productAccess, productKeys, users } from '../../db/schema.ts';
import { together } from '../../db/together.ts';

export type AccessRow = typeof productAccess.$inferSelect;

/** Who somebody is, as far as a product learns it. */
const person = {
  id: users.id,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  firstName: users.firstName,
  lastName: users.lastName,
  deletedAt: users.deletedAt,
};
export type Person = Pick<typeof users.$inferSelect, keyof typeof person>;

/** Numbers the advisory lock under which changes get their place. */
const placing = 7_204_326;
/** Changes that get their place with one answer at most. */
const placedAtOnce = 5_000;

/** The keys' hashes and whom they ask for, side by side. */
const questions = sql`unnest(${sql.placeholder('keyHashes')}::text[], ${sql.placeholder('userIds')}::uuid[])
  as question(key_hash, user_id)`;

const askedTogether = prepared((db) =>
  db
    .select({
      keyHash: productKeys.keyHash,
      userId: sql<string | null>`question.user_id`,
      keyId: productKeys.id,
      product: productKeys.product,
      isUsedAgain: sql<boolean>`${productKeys.lastUsedAt} is null
        or ${productKeys.lastUsedAt} < now() - interval '10 minutes'`,
      person,
      access: productAccess,
    })
    .from(productKeys)
    .innerJoin(questions, sql`question.key_hash = ${productKeys.keyHash}`)
    .leftJoin(users, sql`${users.id} = question.user_id`)
    .leftJoin(
      productAccess,
      and(eq(productAccess.userId, users.id), eq(productAccess.product, productKeys.product)),
    )
    .where(or(sql`${productKeys.expiresAt} is null`, gt(productKeys.expiresAt, sql`now()`)))
    .prepare('product_access_asked'),
);

interface Question {
  keyHash: string;
  userId: string | null;
}

const textOf = ({ keyHash, userId }: Question) => `${keyHash} ${userId}`;

const asked = prepared((db) =>
  together(async (all: readonly Question[]) => {
    const found = await askedTogether(db).execute({
      keyHashes: textArray(all.map(({ keyHash }) => keyHash)),
      userIds: textArray(all.map(({ userId }) => userId ?? 'null')),
    });
    const answers = new Map(found.map((one) => [textOf(one), one]));
    return all.map((question) => answers.get(textOf(question)));
  }),
);

/**
 * The live key of a hash, and by the same question one user (whose id is in small letters) with their
 * access to the key's product. Undefined for a key that is not known or has run out.
 */
export async function findAsked(db: Db, keyHash: string, userId: string | null) {
  return asked(db).load({ keyHash, userId });
}

/** Notes that a key is used now. */
export async function noteKeyUse(db: Db, id: string): Promise<void> {
  await db.update(productKeys).set({ lastUsedAt: sql`now()` }).where(eq(productKeys.id, id));
}

/** A user's rows, one for each product that was ever held. */
export function findAccessOf(db: Db, userId: string): Promise<AccessRow[]> {
  return db.select().from(productAccess).where(eq(productAccess.userId, userId));
}

/**
 * Gives a place to what has changed since somebody last asked. One does it at a time, and only to what
 * is committed: a place that was given is never before one that somebody has read. What is being changed
 * again is passed over: who waits for a row with others in hand may end whoever has the two the other way
 * round. Answers whether there was nothing of the kind.
 */
export async function placeChanges(transaction: Db, product: LoginProduct): Promise<boolean> {
  const unplaced = sql`${productAccess.product} = ${product} and ${productAccess.position} is null`;
  const isLeft = async () => {
    const some = sql`select 1 from ${productAccess} where ${unplaced} limit 1`;
    return (await transaction.execute(some)).rows.length > 0;
  };
  if (!(await isLeft())) return true;
  await transaction.execute(
    sql`select pg_advisory_xact_lock(${placing}::int, hashtext(${product}))`,
  );
  const { rows } = await transaction.execute<{ placed: number }>(sql`
    with last as (
      select greatest(max(position), (extract(epoch from clock_timestamp()) * 1000000)::bigint) as place
      from ${productAccess} where product = ${product}
    ), free as (
      select user_id, changed_at from ${productAccess} where ${unplaced}
      order by changed_at limit ${placedAtOnce} for no key update skip locked
    ), next as (
      select user_id, row_number() over (order by changed_at, user_id) as nth from free
    ), placed as (
      update ${productAccess} as a set position = last.place + next.nth
      from last, next where a.product = ${product} and a.user_id = next.user_id returning 1
    )
    select count(*)::int as placed from placed`);
  return rows[0]?.placed === placedAtOnce || !(await isLeft());
}

/** Rows in the order of change, those after a place. */
export function findChanges(
  db: Db,
  { product, after, limit }: { product: LoginProduct; after: number; limit: number },
): Promise<{ access: AccessRow; person: Person }[]> {
  return db
    .select({ access: productAccess, person })
    .from(productAccess)
    .innerJoin(users, eq(users.id, productAccess.userId))
    .where(
      and(
        eq(productAccess.product, product),
        isNotNull(productAccess.position),
        gt(productAccess.position, after),
      ),
    )
    .orderBy(asc(productAccess.position))
    .limit(limit);
}
