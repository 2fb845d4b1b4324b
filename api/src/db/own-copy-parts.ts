import { planName, productName } from 'contract/catalogue';
import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** Whose copy it is. */
export interface Owner {
  id: string;
  email: string;
}

/** What becomes of a column in a copy of one's data: it is in it, as it is or in words, or it is not. */
export type Part<Row, Value> =
  | { internal: string }
  | { copied: true }
  | { copied: (value: Value, row: Row, owner: Owner) => unknown };

/** Every column of a table: one that is missing is refused by the compiler. */
export type Parts<Table extends PgTable> = {
  [Column in keyof Table['$inferSelect']]: Part<
    Table['$inferSelect'],
    Table['$inferSelect'][Column]
  >;
};

export type Plan<Table extends PgTable> =
  | { internal: string }
  /** The rows of the one whose copy it is, by the name they have there. */
  | { name: string; rowsOf: (owner: Owner, db: Db) => SQL | undefined; columns: Parts<Table> };

export const copied = { copied: true } as const;
export const internal = (reason: string) => ({ internal: reason });

export const key = internal('the number of a row, which tells nothing');
export const theirs = internal('the id of whose copy it is: it stands with the account');
export const secret = internal('whoever has it could act as its owner');
export const workings = internal(
  'what the product needs to do its work, and tells nothing of the person',
);
export const derived = internal('worked out from what is in the copy');
export const plan = { copied: (id: string) => planName(id) || id };
export const product = { copied: (id: string) => productName(id) || id };

export function inPounds(pence: number): number {
  return pence / 100;
}

/** Of a column of pence that may be unknown, or none. */
export const poundsIfKnown = {
  copied: (pence: number | null) => (pence === null ? null : inPounds(pence)),
};

export function by(actor: string | null, self: string): string {
  if (actor === null) return 'nobody who was logged in';
  return actor === self ? 'you' : 'an administrator';
}
