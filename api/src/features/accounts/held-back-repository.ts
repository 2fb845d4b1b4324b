import { heldBackBy } from 'contract/failures';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { textArray } from '../../db/prepared.ts';
import { rateLimits } from '../../db/schema.ts';

/** How many tries to log in each limit held back, as `begin_try` counts them, to ten minutes. */
export async function findHeldBack(db: Db) {
  const { rows } = await db.execute<{ kind: string; hour: number; day: number }>(sql`
    select kind, coalesce(sum(points), 0)::int as day,
      coalesce(sum(points) filter (where period > latest - 6), 0)::int as hour
    from unnest(${textArray(heldBackBy.options)}::text[]) as kind
      cross join (select floor(extract(epoch from now()) / 600)::bigint as latest) as clock
      cross join lateral generate_series(latest - 143, latest) as period
      left join ${rateLimits} on key = 'held-back-' || kind || '-' || period
    group by kind`);
  return heldBackBy.options.map((kind) => {
    const { hour = 0, day = 0 } = rows.find((row) => row.kind === kind) ?? {};
    return { by: kind, hour, day };
  });
}
