import type { FailedJob } from 'contract/failures';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Button } from '../../ui/button.tsx';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { FailuresCard } from './failures-card.tsx';
import { type useFailures, useRetryJobs } from './use-failures.ts';

/** What each kind of job does; one without words is shown as it is stored. */
const names: Record<string, string> = {
  'sync-customer': 'Bring a customer up to date',
  'forget-customer': 'Forget a customer at Stripe',
  'send-email': 'Send a mail',
  'send-reset-link': 'Send a link to set a password',
  reconcile: 'Compare with Stripe',
  'forget-ended': 'Clear away what is over',
  'keep-retention': 'Clear away what is too old',
  'copy-data': "Copy somebody's data",
};
/** Mails that a period counts from: until one is sent, nothing changes for whom it is for. */
const notices: Record<string, string> = {
  'price-changing': 'Tell of a new price, which waits for it',
  'legal-change': 'Tell of a changed text, which waits for it',
  'account-unused': 'Tell of a deletion, which waits for it',
  // As earlier releases wrote it.
  'account-inactive': 'Tell of a deletion, which waits for it',
};

function nameOf({ name, about }: FailedJob): string {
  const [kind = ''] = about?.split(':') ?? [];
  return notices[kind] ?? names[name] ?? name;
}

/** Whom or what it is about. */
const aboutOf = ({ id, about, recipient }: FailedJob) => recipient ?? about ?? id;

const column = columnsOf<FailedJob>();

const columns = column.columns([
  column.accessor('name', {
    header: 'Job',
    cell: ({ row: { original } }) => (
      <TwoLines first={nameOf(original)} second={aboutOf(original)} />
    ),
  }),
  column.accessor('error', {
    header: 'Last error',
    cell: ({ getValue, row: { original } }) => (
      <TwoLines
        first={getValue()}
        second={original.tries === 1 ? 'Tried once' : `Tried ${original.tries} times`}
      />
    ),
  }),
  column.accessor('failed_at', {
    header: 'Gave up',
    meta: { width: 'w-40 xl:w-48', isNamed: true },
    cell: ({ getValue }) => <Timestamp value={getValue()} />,
  }),
  column.display({
    id: 'retry',
    header: 'Try again',
    meta: { compact: 'below', width: 'w-36' },
    cell: ({ row: { original } }) => <RetryButton job={original} />,
  }),
]);

function RetryButton({ job }: { job: FailedJob }) {
  const { mutate, isPending } = useRetryJobs();
  return (
    <Button
      tone="secondary"
      size="small"
      loading={isPending}
      aria-label={`Try again: ${nameOf(job)}, ${aboutOf(job)}`}
      onClick={() => mutate(job.id)}
    >
      Try again
    </Button>
  );
}

/** Work that was tried as often as it may be, and another try for each and for all. */
export function FailedJobs({ failures }: { failures: ReturnType<typeof useFailures> }) {
  const retryAll = useRetryJobs();
  const { jobs = [], count = 0 } = failures.data ?? {};
  return (
    <FailuresCard
      title="Jobs that gave up"
      action={
        jobs.length > 1 && (
          <Button
            tone="secondary"
            size="small"
            loading={retryAll.isPending}
            onClick={() => retryAll.mutate(undefined)}
          >
            Try all again
          </Button>
        )
      }
      failures={failures}
      none={{
        icon: CircleCheck,
        title: 'Nothing has given up',
        text: 'All work was done, or is still being tried.',
      }}
      columns={columns}
      rows={jobs}
      rowId={({ id }) => id}
      more={count - jobs.length}
    />
  );
}
