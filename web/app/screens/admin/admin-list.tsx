import type { RowData } from '@tanstack/react-table';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { type Cursors, type Place, pagesIn } from '../../lib/paging.ts';
import type { useAddressFilters } from '../../lib/use-address-filters.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { NothingFound, NotLoaded } from '../../ui/signed-in/list-outcomes.tsx';
import { ListPanel, listState } from '../../ui/signed-in/list-panel.tsx';
import { Pagination } from '../../ui/signed-in/pagination.tsx';
import type { Columns } from '../../ui/signed-in/table-columns.ts';
import { useTurn } from './use-turn.ts';

/** How many rows the admins' lists show at a time. */
export const pageSize = 25;

interface Props<Row extends RowData> {
  /** What is listed, in the singular and the plural, for example 'user' and 'users'. */
  of: readonly [string, string];
  icon: LucideIcon;
  list: {
    isPending: boolean;
    isError: boolean;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  rows: Row[];
  rowId: (row: Row) => string;
  columns: Columns<Row>;
  /** How many rows match on all pages; not known of every list. */
  count?: number;
  cursors: Cursors;
  place: Place;
  address: Pick<ReturnType<typeof useAddressFilters>, 'set' | 'reset'>;
  sorting?: { sortBy: string; sortOrder: 'asc' | 'desc' };
  filters: ReactNode;
  /** Any filter is set. */
  filtered: boolean;
  emptyText: string;
}

/** A list of the admin area: filters, rows, order and pages, all of it kept in the address. */
export function AdminList<Row extends RowData>(props: Props<Row>) {
  const {
    of: [one, many],
    icon,
    list,
    rows,
    cursors,
    place,
    address,
    sorting,
  } = props;
  const top = useRef<HTMLDivElement>(null);
  const title = `No ${many} found`;
  const toFirstPage = () => address.set({ page: '', cursor: '' });
  const onTurn = useTurn({
    place,
    cursors,
    arriving: list.isPlaceholderData,
    onTurn: (changes) => {
      address.set(changes);
      top.current?.scrollIntoView({ block: 'start' });
    },
  });
  const isBeyond = place.page > 1;
  return (
    <div ref={top}>
      <ListPanel
        state={listState(list, rows.length)}
        filters={props.filters}
        failed={
          <NotLoaded
            icon={icon}
            title={title}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            otherWay={isBeyond && <FirstPage onClick={toFirstPage} />}
          />
        }
        empty={
          isBeyond ? (
            <EmptyState
              icon={icon}
              title={title}
              text="This page is empty."
              action={<FirstPage onClick={toFirstPage} />}
            />
          ) : (
            <NothingFound
              icon={icon}
              title={title}
              text={props.emptyText}
              filteredText={`No ${many} match your current filters.`}
              filtered={props.filtered}
              onReset={address.reset}
            />
          )
        }
      >
        <DataTable
          caption={`${many[0]?.toUpperCase()}${many.slice(1)}`}
          columns={props.columns}
          rows={rows}
          rowId={props.rowId}
          stale={list.isPlaceholderData}
          sorting={
            sorting && {
              key: sorting.sortBy,
              order: sorting.sortOrder,
              onSort: (sortBy, sortOrder) => address.set({ sortBy, sortOrder }),
            }
          }
        />
        <Pagination
          text={whereabouts(props, one, many)}
          hasPrevious={isBeyond}
          hasNext={cursors.next !== null}
          onTurn={onTurn}
        />
      </ListPanel>
    </div>
  );
}

function FirstPage({ onClick }: { onClick: () => void }) {
  return (
    <Button tone="secondary" onClick={onClick}>
      First page
    </Button>
  );
}

/** '62 users · page 2 of 3', or 'Page 2' where nobody has counted. */
function whereabouts<Row extends RowData>(
  { count: counted, rows: shown, cursors, place: { page } }: Props<Row>,
  one: string,
  many: string,
): string {
  const isWhole = page === 1 && cursors.next === null;
  const count = counted ?? (isWhole ? shown.length : undefined);
  if (count === undefined) return `Page ${formatCount(page)}`;
  const rows = `${formatCount(count)} ${count === 1 ? one : many}`;
  const pages = pagesIn(count, pageSize, page, cursors.next === null);
  return pages === 1 ? rows : `${rows} · page ${formatCount(page)} of ${formatCount(pages)}`;
}
