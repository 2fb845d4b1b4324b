import { type RowData, useTable } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { RowCards } from './row-cards.tsx';
import { SortButton, type Sorting } from './sort-button.tsx';
import { SortSelect } from './sort-select.tsx';
import { type Columns, features } from './table-columns.ts';

interface Props<Row extends RowData> {
  /** What the table lists; read out, not shown. */
  caption: string;
  columns: Columns<Row>;
  rows: Row[];
  rowId: (row: Row) => string;
  /** Newer rows are on their way. */
  stale?: boolean;
  sorting?: Sorting;
  /** Long lists of many columns: a table from 1280 px on, and two lines each below that never wrap. */
  isDense?: boolean;
}

/** Rows as a table on a desktop (1024 px and up unless dense), and in two lines each below. */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  const asTable = useMediaQuery(props.isDense ? '(min-width: 1280px)' : '(min-width: 1024px)');
  const { columns, rows: data, rowId: getRowId, sorting } = props;
  const table = useTable({ features, columns, data, getRowId });
  const rows = table.getRowModel().rows;
  const fade = clsx('transition-opacity', props.stale && 'opacity-60');

  if (!asTable) {
    const sortable = columns.flatMap(({ header, meta }) =>
      meta?.sortKey ? [{ title: String(header), key: meta.sortKey, names: meta.sortNames }] : [],
    );
    return (
      <>
        {sorting && <SortSelect sorting={sorting} columns={sortable} />}
        <RowCards
          label={props.caption}
          className={fade}
          isDense={props.isDense}
          rows={rows.map((row) => ({
            id: row.id,
            cells: row.getAllCells().map((cell, position) => ({
              id: cell.id,
              place: cell.column.columnDef.meta?.compact ?? (position === 0 ? 'title' : 'detail'),
              title: String(cell.column.columnDef.header),
              isNamed: cell.column.columnDef.meta?.isNamed ?? false,
              isLeftOut: cell.column.columnDef.meta?.isLeftOut ?? false,
              content: <table.FlexRender cell={cell} />,
            })),
          }))}
        />
      </>
    );
  }

  return (
    <div className="overflow-x-auto">
      <table className={clsx('w-full table-fixed border-collapse text-left text-sm', fade)}>
        <caption className="sr-only">{props.caption}</caption>
        <thead className="border-b border-line bg-paper/60">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const { align, sortKey, width } = header.column.columnDef.meta ?? {};
                const sorts = sorting && sortKey !== undefined;
                const direction = sorting?.order === 'asc' ? 'ascending' : 'descending';
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorts ? (sorting.key === sortKey ? direction : 'none') : undefined}
                    className={clsx(
                      'px-3 py-3 text-xs font-semibold text-muted first:pl-6 last:pr-6',
                      width,
                      align === 'end' && 'text-right',
                    )}
                  >
                    {sorts ? (
                      <SortButton sorting={sorting} sortKey={sortKey}>
                        <table.FlexRender header={header} />
                      </SortButton>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className="transition-colors hover:bg-teal-25">
              {row.getAllCells().map((cell, position) => {
                const Cell = position === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={cell.id}
                    scope={position === 0 ? 'row' : undefined}
                    className={clsx(
                      'h-16 px-3 py-3 text-left align-middle font-normal wrap-anywhere first:pl-6 last:pr-6',
                      cell.column.columnDef.meta?.align === 'end' && 'text-right tabular-nums',
                    )}
                  >
                    <table.FlexRender cell={cell} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
