import { timestamp } from 'drizzle-orm/pg-core';

/** A column that holds a moment in UTC, to the millisecond, as a JavaScript date can. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** When a row was made. */
export const createdAt = () => moment('created_at').notNull().defaultNow();
/** When a row was last written by this code. */
export const updatedAt = () =>
  moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());
