import type { ReconciliationRun } from 'contract/reconciliation';

const heads = ['kind', 'id', 'field', 'ours', 'Stripe', ''];

/** A run as text for a terminal: a sentence, then a table of what differed. */
export function reportOf({ checked, found, differences }: ReconciliationRun): string {
  const customers = checked === 1 ? '1 customer' : `${checked} customers`;
  if (found === 0) return `Compared ${customers} with Stripe: nothing differs.`;
  const left = differences.filter(({ repaired }) => !repaired).length;
  const outcome = left === 0 ? 'all repaired' : `${left} not repaired`;
  const count = found === 1 ? '1 difference' : `${found} differences`;
  const rows = differences.map((one) => [
    one.kind,
    one.id,
    one.field,
    one.ours ?? 'nothing',
    one.stripe ?? 'nothing',
    one.repaired ? 'repaired' : 'NOT REPAIRED',
  ]);
  const more = found - differences.length;
  return [
    `Compared ${customers} with Stripe: ${count}, ${outcome}.`,
    '',
    ...columns([heads, ...rows]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
}

function columns(rows: string[][]): string[] {
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
