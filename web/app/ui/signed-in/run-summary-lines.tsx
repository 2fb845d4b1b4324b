import { formatMoment } from '../../lib/format-figures.ts';

interface Props {
  /** What came of the run, in a sentence. */
  summary: string;
  run: { started_at: string; finished_at: string };
}

/** What a run of something came to, and when it began and finished. */
export function RunSummaryLines({ summary, run }: Props) {
  return (
    <div className="px-5 py-4 sm:px-6">
      <p className="font-medium">{summary}</p>
      <p className="mt-0.5 text-sm text-muted tabular-nums">
        Began {formatMoment(run.started_at)}, finished {formatMoment(run.finished_at)}
      </p>
    </div>
  );
}
