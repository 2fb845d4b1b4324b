import { type RowData, useTable } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { SortButton, type Sorting } from './sort-button.tsx';
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
}

/** Rows as a table on a desktop (1024 px and up) and as cards below. */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  const wide = useMediaQuery('(min-width: 1024px)');
  const { columns, rows: data, rowId: getRowId } = props;
  const table = useTable({ features, columns, data, getRowId });
  const rows = table.getRowModel().rows;
  const fade = clsx('transition-opacity', props.stale && 'opacity-60');

  if (!wide) {
    return (
      <ul aria-label={props.caption} className={clsx('divide-y divide-line', fade)}>
        {rows.map((row) => (
          <li key={row.id} className="px-5 py-4 sm:px-6">
            <dl className="grid gap-x-12 gap-y-3 sm:grid-cols-2">
              {row.getAllCells().map((cell, position) => (
                <div
                  key={cell.id}
                  className={clsx(
                    'flex min-w-0 items-baseline justify-between gap-4',
                    position === 0 && 'sm:col-span-2',
                  )}
                >
                  <dt className={position === 0 ? 'sr-only' : 'shrink-0 text-sm text-muted'}>
                    {String(cell.column.columnDef.header)}
                  </dt>
                  <dd
                    className={clsx('min-w-0 text-sm wrap-anywhere', position > 0 && 'text-right')}
                  >
                    <table.FlexRender cell={cell} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
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
                const sorting = sortKey ? props.sorting : undefined;
                const sorted = sorting?.key === sortKey;
                const direction = sorting?.order === 'asc' ? 'ascending' : 'descending';
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorting && sorted ? direction : undefined}
                    className={clsx(
                      'px-3 py-3 text-xs font-semibold text-muted first:pl-5 last:pr-5 xl:first:pl-6 xl:last:pr-6',
                      width,
                      align === 'end' && 'text-right',
                    )}
                  >
                    {sorting && sortKey ? (
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
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  className={clsx(
                    'h-16 px-3 py-3 align-middle break-words first:pl-5 last:pr-5 xl:first:pl-6 xl:last:pr-6',
                    cell.column.columnDef.meta?.align === 'end' && 'text-right tabular-nums',
                  )}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
