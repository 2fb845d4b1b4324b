import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { auditLog } from '../../db/schema.ts';

export async function insertEntry(
  db: Db,
  entry: Omit<typeof auditLog.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  await db.insert(auditLog).values({ id: uuid(), ...entry });
}
