import { or, type SQL, sql } from 'drizzle-orm';
import { users } from '../../db/schema.ts';

/** Matches users by any part of their full name or e-mail, without case. */
export function namesPerson(part: string): SQL | undefined {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(
    sql`${users.firstName} || ' ' || ${users.lastName} ilike ${pattern}`,
    sql`${users.email} ilike ${pattern}`,
  );
}
