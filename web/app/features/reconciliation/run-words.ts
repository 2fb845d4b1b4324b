import type { ReconciliationRun } from 'contract/reconciliation';
import { formatCount } from '../../lib/format.ts';

type Run = Pick<ReconciliationRun, 'finished_at' | 'checked' | 'found' | 'differences'>;

/** What became of the differences of a run: 'all repaired', '2 not repaired'. */
export function outcomeOf({ found, differences }: Run): string {
  if (found === 0) return 'Nothing differs';
  const left = differences.filter(({ repaired }) => !repaired).length;
  const known = found === differences.length ? '' : ` of the first ${differences.length}`;
  return left === 0 ? `All${known} repaired` : `${formatCount(left)}${known} not repaired`;
}

/** A run in a sentence. */
export function sentenceOf(run: Run): string {
  const customers = run.checked === 1 ? '1 customer' : `${formatCount(run.checked)} customers`;
  if (run.finished_at === null) {
    return `It has not finished: ${customers} compared so far. It runs now, or it broke off.`;
  }
  const count = run.found === 1 ? '1 difference' : `${formatCount(run.found)} differences`;
  const found = run.found === 0 ? 'nothing differs' : `${count}, ${outcomeOf(run).toLowerCase()}`;
  return `Compared ${customers} with Stripe: ${found}.`;
}
