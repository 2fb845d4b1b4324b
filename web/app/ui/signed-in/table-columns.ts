import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table';

/** What the two orders of a column are called, for example 'oldest first'. */
export type SortNames = Record<'asc' | 'desc', string>;

/** Where a cell stands in a row of two lines. */
export type CompactPlace = 'title' | 'end' | 'detail' | 'below';

interface Meta {
  align?: 'end';
  /** Where there is no room for a table: the first column is the title by default, the rest details. */
  compact?: CompactPlace;
  /** What the value is cannot be seen by it: there its title stands before it. */
  isNamed?: boolean;
  /** There is no room for it in the two lines of a phone, where it is read out only. */
  isLeftOut?: boolean;
  /** Share of the table's width, as a class such as 'w-1/4'. */
  width?: string;
  /** The rows can be sorted by this column under this name. */
  sortKey?: string;
  /** 'A to Z' and 'Z to A' by default. */
  sortNames?: SortNames;
}

export const features = tableFeatures({ columnMeta: metaHelper<Meta>() });

// biome-ignore lint/suspicious/noExplicitAny: each column has its own value type; the library asks for any.
export type Columns<Row extends RowData> = ReadonlyArray<ColumnDef<typeof features, Row, any>>;

/** Starts the columns of a table of the given rows. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>();
}

/** What the orders of a column of dates are called. */
export const byDate: SortNames = { asc: 'oldest first', desc: 'newest first' };

/** What the orders of a column of amounts are called. */
export const byAmount: SortNames = { asc: 'lowest first', desc: 'highest first' };
