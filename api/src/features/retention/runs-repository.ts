import { desc, eq, isNotNull } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { retentionRuns } from '../../db/schema.ts';

export type RunRow = typeof retentionRuns.$inferSelect;
export type FinishedRun = RunRow & { finishedAt: Date };

export async function insertRun(db: Db): Promise<string> {
  const id = uuid();
  await db.insert(retentionRuns).values({ id });
  return id;
}

export async function finishRun(
  db: Db,
  id: string,
  result: Pick<RunRow, 'counts' | 'isPartial'>,
): Promise<void> {
  const values = { ...result, finishedAt: new Date() };
  await db.update(retentionRuns).set(values).where(eq(retentionRuns.id, id));
}

/** The last run that finished. */
export async function findLastRun(db: Db): Promise<FinishedRun | undefined> {
  const [run] = await db
    .select()
    .from(retentionRuns)
    .where(isNotNull(retentionRuns.finishedAt))
    .orderBy(desc(retentionRuns.startedAt))
    .limit(1);
  return run as FinishedRun | undefined;
}
