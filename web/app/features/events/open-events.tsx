import CircleCheck from 'lucide-react/icons/circle-check';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState, smallEmptyHeight } from '../../ui/signed-in/empty-state.tsx';
import { listState } from '../../ui/signed-in/list-panel.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { eventColumns } from './event-columns.tsx';
import type { useOpenEvents } from './use-events.ts';

/** Webhooks whose work waits or has failed, and another try for each. */
export function OpenEvents({ list }: { list: ReturnType<typeof useOpenEvents> }) {
  const rows = list.data?.pages.flatMap(({ events }) => events) ?? [];
  const state = listState(list, rows.length);
  return (
    <SectionCard title="Open webhooks">
      <QueryStates query={list} rows={1} height={smallEmptyHeight} />
      {state === 'empty' && (
        <EmptyState
          isSmall
          icon={CircleCheck}
          title="Nothing is waiting"
          text="The work of every event from Stripe is done."
        />
      )}
      {state === 'full' && (
        <DataTable
          caption="Open webhooks"
          columns={eventColumns}
          rows={rows}
          rowId={(event) => event.id}
        />
      )}
      {list.hasNextPage && (
        <div className="border-t border-line px-5 py-3 sm:px-6">
          <Button
            tone="secondary"
            size="small"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </SectionCard>
  );
}
