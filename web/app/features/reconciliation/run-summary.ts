import type { lastReconciliation, ReconciliationRun } from 'contract/reconciliation';
import type { z } from 'zod';
import { formatCount } from '../../lib/format.ts';
import { formatMoment } from '../../lib/format-figures.ts';

type Run = Pick<ReconciliationRun, 'checked' | 'found' | 'differences'>;

type Unfinished = NonNullable<z.output<typeof lastReconciliation.answer>['unfinished']>;

/** What became of the differences of a run: 'all repaired', '2 not repaired'. */
export function runOutcome({ found, differences }: Run): string {
  if (found === 0) return 'Nothing differs';
  const left = differences.filter(({ repaired }) => !repaired).length;
  const known = found === differences.length ? '' : ` of the first ${differences.length}`;
  return left === 0 ? `All${known} repaired` : `${formatCount(left)}${known} not repaired`;
}

const customers = (checked: number) =>
  checked === 1 ? '1 customer' : `${formatCount(checked)} customers`;

/** A run that has not finished, in a sentence. */
export function unfinishedRunSummary({ started_at, checked }: Unfinished): string {
  return `A comparison that began ${formatMoment(started_at)} has not finished: ${customers(checked)} compared so far. It runs now, or it broke off.`;
}

/** A run in a sentence. */
export function runSummary(run: Run): string {
  const count = run.found === 1 ? '1 difference' : `${formatCount(run.found)} differences`;
  const found = run.found === 0 ? 'nothing differs' : `${count}, ${runOutcome(run).toLowerCase()}`;
  return `Compared ${customers(run.checked)} with Stripe: ${found}.`;
}
