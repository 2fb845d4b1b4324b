import type { Difference } from 'contract/reconciliation';
import Scale from 'lucide-react/icons/scale';
import { Badge } from '../../ui/badge.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { RunSummaryLines } from '../../ui/signed-in/run-summary-lines.tsx';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { runSummary, unfinishedRunSummary } from './run-summary.ts';
import type { useLastReconciliation } from './use-reconciliation.ts';

const column = columnsOf<Difference>();
const nothing = <span className="text-muted">Nothing</span>;

const columns = column.columns([
  column.accessor('kind', {
    header: 'What',
    cell: ({ getValue, row: { original } }) => (
      <TwoLines
        first={`${getValue()}, ${original.field === 'row' ? 'whole' : original.field}`}
        second={original.id}
      />
    ),
  }),
  column.accessor('ours', {
    header: 'Ours',
    meta: { isNamed: true },
    cell: ({ getValue }) => getValue() ?? nothing,
  }),
  column.accessor('stripe', {
    header: 'Stripe',
    meta: { isNamed: true },
    cell: ({ getValue }) => getValue() ?? nothing,
  }),
  column.accessor('repaired', {
    header: 'Outcome',
    meta: { width: 'w-36' },
    cell: ({ getValue }) => (
      <Badge tone={getValue() ? 'good' : 'bad'} dot>
        {getValue() ? 'Repaired' : 'Not repaired'}
      </Badge>
    ),
  }),
]);

/** The last comparison with Stripe: a sentence, and each difference. */
export function LastRun({ last }: { last: ReturnType<typeof useLastReconciliation> }) {
  const { run, unfinished } = last.data ?? {};
  const more = run ? run.found - run.differences.length : 0;
  return (
    <SectionCard title="Last comparison with Stripe">
      <QueryStates query={last} rows={1} height="h-32 sm:h-22" />
      {run === null && (
        <EmptyState
          isSmall
          icon={Scale}
          title={unfinished ? 'No comparison has finished yet' : 'No comparison has run yet'}
          text="Every hour all customers are compared with Stripe, and what differs is repaired."
        />
      )}
      {unfinished && !last.isError && (
        <p className="border-b border-line px-5 py-3 text-sm text-muted sm:px-6">
          {unfinishedRunSummary(unfinished)}
        </p>
      )}
      {run && !last.isError && (
        <>
          <RunSummaryLines summary={runSummary(run)} run={run} />
          {run.differences.length > 0 && (
            <div className="border-t border-line">
              <DataTable
                caption="Differences"
                columns={columns}
                rows={run.differences}
                rowId={({ id, field }) => `${id} ${field}`}
              />
            </div>
          )}
          {more > 0 && (
            <p className="border-t border-line px-5 py-3 text-sm text-muted sm:px-6">
              and {more} more
            </p>
          )}
        </>
      )}
    </SectionCard>
  );
}
