import Eraser from 'lucide-react/icons/eraser';
import { formatCount } from '../../lib/format.ts';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { RunSummaryLines } from '../../ui/signed-in/run-summary-lines.tsx';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { type ClearedRow, clearedRows } from './cleared-rows.ts';
import type { useLastRetention } from './use-retention.ts';

const column = columnsOf<ClearedRow>();

const columns = column.columns([
  column.accessor('what', {
    header: 'What',
    cell: ({ getValue, row: { original } }) => (
      <TwoLines first={getValue()} second={original.after && `Kept for ${original.after}`} />
    ),
  }),
  column.accessor('count', {
    header: 'Cleared away',
    meta: { width: 'w-40' },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
]);

/** What the daily job cleared away when it last ran. */
export function LastClearing({ last }: { last: ReturnType<typeof useLastRetention> }) {
  const run = last.data?.run;
  return (
    <SectionCard title="Last clearing away">
      <QueryStates query={last} rows={1} height="h-38 sm:h-22" />
      {run === null && (
        <EmptyState
          isSmall
          icon={Eraser}
          title="Nothing has been cleared away yet"
          text="Every night what is older than its period goes, and accounts that nobody uses."
        />
      )}
      {run && !last.isError && (
        <>
          <RunSummaryLines summary={summary(run)} run={run} />
          <div className="border-t border-line">
            <DataTable
              caption="Cleared away"
              columns={columns}
              rows={clearedRows(run)}
              rowId={({ name }) => name}
            />
          </div>
        </>
      )}
    </SectionCard>
  );
}

function summary({
  counts,
  is_partial,
}: {
  counts: Record<string, number>;
  is_partial: boolean;
}): string {
  const { inactiveAnnounced: _, ...gone } = counts;
  const rows = Object.values(gone).reduce((sum, count) => sum + count, 0);
  const what =
    rows === 1 ? '1 row was cleared away.' : `${formatCount(rows)} rows were cleared away.`;
  return is_partial ? `${what} Something is left for the next run.` : what;
}
