import type { RowData } from '@tanstack/react-table';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState, smallEmptyHeight } from '../../ui/signed-in/empty-state.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import type { useFailures } from './use-failures.ts';

interface Props<Row extends RowData>
  extends Pick<ComponentProps<typeof DataTable<Row>>, 'columns' | 'rows' | 'rowId'>,
    Pick<ComponentProps<typeof SectionCard>, 'title' | 'action'> {
  failures: ReturnType<typeof useFailures>;
  /** That there are none is good, and is said so. */
  none: { icon: LucideIcon; title: string; text: string };
  /** How many there are beside those that are listed. */
  more?: number;
}

/** One kind of what could not be done or was held back: on its way, not to be had, none, or listed. */
export function FailuresCard<Row extends RowData>(props: Props<Row>) {
  const { title, action, failures, none, columns, rows, rowId, more = 0 } = props;
  return (
    <SectionCard title={title} action={action}>
      <QueryStates query={failures} rows={1} height={smallEmptyHeight} />
      {failures.isSuccess && rows.length === 0 && <EmptyState isSmall {...none} />}
      {failures.isSuccess && rows.length > 0 && (
        <DataTable caption={title} columns={columns} rows={rows} rowId={rowId} />
      )}
      {failures.isSuccess && more > 0 && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted sm:px-6">and {more} more</p>
      )}
    </SectionCard>
  );
}
