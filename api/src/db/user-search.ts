import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { tallies, users } from './schema.ts';

/** A search, and what is known of it before it is made. */
export interface Search {
  text: string;
  /** Its figures are kept. */
  isKept: boolean;
  /** How many users it finds, of how many there are; undefined while that is not known: few. */
  users: number | undefined;
  allUsers: number;
}

/** Matches a column that holds a search: `words like ...`, in lower case on the database's side. */
export function containing(search: string): SQL {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`like lower(${pattern}::text)`;
}

/**
 * Matches rows by the words of their user; `userId` is the column that tells whose a row is. The
 * words of each row's user are looked at as it comes, which suits a common search: a subquery for
 * each row, which the planner cannot turn into a join that reads them all.
 */
export function inWords(userId: PgColumn, { text }: Search): SQL {
  return sql`(select seen.words ${containing(text)} from ${users} seen where seen.id = ${userId})`;
}

/** Matches the same rows once the users are found by the index, all of them before the first row. */
export function isOfFound(userId: PgColumn, { text }: Search): SQL {
  return sql`${userId} in (${foundUsers(text)})`;
}

/** The same, for rows that are wanted in their order and not all: the planner is not to join them. */
export function isOfFoundInTurn(userId: PgColumn, search: Search): SQL {
  return sql`(case when ${isOfFound(userId, search)} then true else false end)`;
}

/** The same for a list of users themselves; the planner is to take it for as common as it is. */
export function inOwnWords({ text }: Search): SQL {
  return sql`(case when ${users.words} ${containing(text)} then true else false end)`;
}

/** A walk may take so many times as long as where what is found is spread evenly, */
const unevenness = 4;
/** and is not given up before so many rows: those cost little beside sorting what many match. */
const leastWalked = 10_000;

/**
 * How many rows of a list are walked past in its order, until a page of what a search finds is full,
 * before all that it finds is sorted instead. None where that costs less than a walk is expected to;
 * and a walk in vain costs no more than it would have. `rows`: of the page and before it; `toSort`:
 * what it costs to sort what one user has, in rows walked past.
 */
export function scanBudget({ users, allUsers }: Search, rows: number, toSort: number): number {
  if (!users) return 0;
  const expected = Math.ceil((rows * allUsers) / users);
  const spared = Math.floor(toSort * users);
  if (expected > spared) return 0;
  return Math.min(spared, Math.max(unevenness * expected, leastWalked));
}

/** The ids of the users that a search finds. */
export const foundUsers = (text: string) => sql`select id from ${users} where ${inIndex(text)}`;

/** The index is asked for so many pieces of a search; more of them cost more than they spare. */
const piecesAsked = 3;
/** The longest pieces that the index has. */
const longestPiece = 4;

/**
 * Matches the users that a search finds by an index: it is asked for the rarest pieces of the
 * search, as far as is known, and the words of who has them all are looked at. A piece whose users
 * are not counted is rarer than any that is.
 */
export function inIndex(text: string): SQL {
  const letters = sql`lower(${text}::text)`;
  return sql`word_pieces(${users.words}) @> (
      select array_agg(piece) from (
        select piece from unnest(word_pieces(${letters})) piece
        left join ${tallies} on term = piece and subject = 'user'
        where length(piece) = least(length(${letters}), ${longestPiece})
        group by piece order by coalesce(sum(count), 0) limit ${piecesAsked}
      ) as asked
    ) and ${users.words} ${containing(text)}`;
}
