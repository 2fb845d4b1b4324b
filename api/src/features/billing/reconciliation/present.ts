import type { ReconciliationRun } from 'contract/reconciliation';
import type { FinishedRun, RunRow } from './repository.ts';

/** A run as operators and admins see it. */
export function presentRun(run: FinishedRun): ReconciliationRun {
  return {
    id: run.id,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt.toISOString(),
    checked: run.checked,
    found: run.found,
    differences: run.differences.map(({ kind, id, field, ours, stripe, repaired }) => ({
      kind,
      id,
      field,
      ours,
      stripe,
      repaired,
    })),
  };
}

/** A run that has not finished, as admins see it. */
export function presentUnfinished({ startedAt, checked }: RunRow) {
  return { started_at: startedAt.toISOString(), checked };
}
