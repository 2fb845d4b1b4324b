import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Somebody who is being deleted, as they were. */
export interface Person {
  id: string;
  email: string;
  /** A hash that no password has. */
  noPassword: string;
}

/** What becomes of a column when somebody is deleted: it stays, for a reason, or is overwritten. */
export type Fate<Value> =
  | { kept: string; personal?: boolean }
  | { erased: (person: Person) => Value | SQL };

/** Every column of a table: one that is missing is refused by the compiler. */
export type Fates<Table extends PgTable> = {
  [Column in keyof Table['$inferSelect']]: Fate<Table['$inferSelect'][Column]>;
};

export type Plan<Table extends PgTable> =
  /** The rows of the one who is deleted, and what becomes of them. */
  | { rowsOf: (person: Person) => SQL | undefined; fate: 'deleted' | Fates<Table> }
  /** Nothing is overwritten. */
  | { fate: { [Column in keyof Fates<Table>]: { kept: string; personal?: boolean } } };

/** Kept, and it tells nothing of a person: the reason why. */
export const kept = (reason: string) => ({ kept: reason });
/** Kept although it is personal: the reason why. */
export const keptPersonal = (reason: string) => ({ kept: reason, personal: true });
export const erased = <Value>(to: (person: Person) => Value | SQL) => ({ erased: to });

export const key = kept('names the row');
export const nobody = kept('the id of a user who has no name any more');
export const time = kept('when something happened to a row that stays');
export const record = kept('payments are kept for six years, and what they were for');
export const figure = kept('a figure, of nobody by name');
export const work = kept('what is still to be done or was done at Stripe, by its ids');
