import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the daily job that clears away what is over has done. */
export const retentionRun = z.object({
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Rows by the name of their table, and accounts that were announced to end and that ended. */
  counts: z.record(z.string(), z.number().int()),
  /** Something was left for the next run. */
  is_partial: z.boolean(),
});
export type RetentionRun = z.infer<typeof retentionRun>;

export const lastRetention = endpoint({
  method: 'GET',
  path: '/admin/retention',
  access: 'admin',
  summary: 'What was cleared away last',
  answer: z.object({ run: retentionRun.nullable() }),
});
