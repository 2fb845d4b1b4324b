import Clock from 'lucide-react/icons/clock';
import Scale from 'lucide-react/icons/scale';
import Webhook from 'lucide-react/icons/webhook';
import { OpenEvents } from '../../features/events/open-events.tsx';
import { useOpenEvents } from '../../features/events/use-events.ts';
import { FailedJobs } from '../../features/failures/failed-jobs.tsx';
import { HeldBackTries } from '../../features/failures/held-back-tries.tsx';
import { RefusedWebhooks } from '../../features/failures/refused-webhooks.tsx';
import { useFailures } from '../../features/failures/use-failures.ts';
import { LastRun } from '../../features/reconciliation/last-run.tsx';
import { runOutcome } from '../../features/reconciliation/run-summary.ts';
import { useLastReconciliation } from '../../features/reconciliation/use-reconciliation.ts';
import { LastClearing } from '../../features/retention/last-clearing.tsx';
import { useLastRetention } from '../../features/retention/use-retention.ts';
import { formatCount } from '../../lib/format.ts';
import { formatMoment } from '../../lib/format-figures.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

export const meta = () => pageMeta('Operations');

/** What is shown where there is no figure. */
const unknown = 'Unknown';

/** /admin/operations: whether what Stripe says has arrived here, and what could not be done. */
export default function Operations() {
  const events = useOpenEvents();
  const last = useLastReconciliation();
  const failures = useFailures();
  const clearing = useLastRetention();
  const open = events.isError ? undefined : events.data?.pages[0]?.count;
  const run = last.isError ? undefined : last.data?.run;
  return (
    <>
      <PageHeader title="Operations" text="Whether what Stripe knows has arrived here." />
      <StatCards
        label="Operations figures"
        stats={[
          {
            label: 'Open Webhooks',
            icon: Webhook,
            value: open === undefined ? unknown : formatCount(open),
            note: 'Waiting or failed',
            loading: events.isPending,
          },
          {
            label: 'Last Comparison',
            icon: Clock,
            value: (
              <span className="sm:text-xl">{run ? formatMoment(run.started_at) : none(run)}</span>
            ),
            note: 'Runs every hour',
            loading: last.isPending,
          },
          {
            label: 'Differences Found',
            icon: Scale,
            value: run ? formatCount(run.found) : <span className="sm:text-xl">{none(run)}</span>,
            note: run ? runOutcome(run) : 'By the last comparison',
            loading: last.isPending,
          },
        ]}
      />
      <FailedJobs failures={failures} />
      <OpenEvents list={events} />
      <RefusedWebhooks failures={failures} />
      <HeldBackTries failures={failures} />
      <LastRun last={last} />
      <LastClearing last={clearing} />
    </>
  );
}

/** No comparison yet, or nobody knows. */
function none(run: null | undefined): string {
  return run === null ? 'None yet' : unknown;
}
