/** What one row adds to each figure of a list: a count, or an amount in pounds. */
export type RowStats<Row, Stat extends string> = Record<Stat, (row: Row) => number>;

/**
 * Sums the figures of a list over its rows, to the penny: for an answer that came without any
 * (product D28).
 */
export function sumStats<Row, Stat extends string>(
  rows: readonly Row[],
  stats: RowStats<Row, Stat>,
): Record<Stat, number> {
  const sum = (stat: (row: Row) => number) =>
    rows.reduce((hundredths, row) => hundredths + Math.round(stat(row) * 100), 0) / 100;
  const names = Object.keys(stats) as Stat[];
  return Object.fromEntries(names.map((name) => [name, sum(stats[name])])) as Record<Stat, number>;
}
