import type { RowData } from '@tanstack/react-table';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import type { FilterChip } from '../../ui/signed-in/filter-chips.tsx';
import { ListPanel, listState } from '../../ui/signed-in/list-panel.tsx';
import { NothingFound } from '../../ui/signed-in/list-states.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { Pagination } from '../../ui/signed-in/pagination.tsx';
import type { Columns } from '../../ui/signed-in/table-columns.ts';
import { ListFilters } from './list-filters.tsx';
import { paginationSummary } from './pagination-summary.ts';
import type { ListFilterState } from './use-list-filters.ts';
import type { ListQuery } from './use-list-query.ts';
import { usePageChange } from './use-page-change.ts';

interface Props<Row extends RowData & { id: string }> {
  title: string;
  text: string;
  /** Beside the title. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** The figures of all rows that match. */
  stats?: ReactNode;
  /** What is listed, in the singular and the plural, for example 'user' and 'users'. */
  noun: readonly [string, string];
  icon: LucideIcon;
  /** What the filters are called; 'Filter users' by default. */
  filterLabel?: string;
  filters: ListFilterState;
  /** Filters that no control shows. */
  chips: FilterChip[];
  list: ListQuery<Row>;
  columns: Columns<Row>;
  /** Said where there is nothing to list, and no filter is set. */
  emptyText: string;
}

/** A screen of the admin area that is a list: figures, filters, rows, sorting and pages. */
export function AdminListPage<Row extends RowData & { id: string }>(props: Props<Row>) {
  const { noun, icon, filters, chips, list } = props;
  const { query, rows, cursors } = list;
  const { page, set, reset, sorting } = filters;
  const [, many] = noun;
  const top = useRef<HTMLDivElement>(null);
  const title = `No ${many} found`;
  const filtered = filters.isFiltered || chips.length > 0;
  const hasPrevious = page.page > 1;
  const firstPage = (
    <Button tone="secondary" onClick={() => set({ page: '', cursor: '' })}>
      First page
    </Button>
  );
  const onPageChange = usePageChange({
    page,
    cursors,
    isPlaceholder: query.isPlaceholderData,
    onChange: (changes) => {
      set(changes);
      top.current?.scrollIntoView({ block: 'start' });
    },
  });
  return (
    <>
      <PageHeader
        title={props.title}
        text={props.text}
        badge={props.badge}
        actions={props.actions}
      />
      {props.stats}
      <div ref={top}>
        <ListPanel
          state={listState(query, rows.length)}
          isDense
          isSorted={sorting !== undefined}
          filters={
            <ListFilters
              label={props.filterLabel ?? `Filter ${many}`}
              active={filtered}
              {...{ filters, chips }}
            />
          }
          failed={
            <ErrorState
              message="The list could not be loaded."
              error={query.error}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
              otherWay={hasPrevious && firstPage}
            />
          }
          empty={
            hasPrevious ? (
              <EmptyState icon={icon} title={title} text="This page is empty." action={firstPage} />
            ) : (
              <NothingFound
                icon={icon}
                title={title}
                text={props.emptyText}
                filteredText={`No ${many} match your current filters.`}
                filtered={filtered}
                onReset={reset}
              />
            )
          }
        >
          <DataTable
            caption={`${many[0]?.toUpperCase()}${many.slice(1)}`}
            columns={props.columns}
            rows={rows}
            rowId={(row) => row.id}
            stale={query.isPlaceholderData}
            isDense
            sorting={
              sorting && {
                key: sorting.sortBy,
                order: sorting.sortOrder,
                onSort: (sortBy, sortOrder) => set({ sortBy, sortOrder }),
              }
            }
          />
          <Pagination
            text={paginationSummary(noun, list, page.page)}
            hasPrevious={hasPrevious}
            hasNext={cursors.next !== null}
            onStep={onPageChange}
          />
        </ListPanel>
      </div>
    </>
  );
}
