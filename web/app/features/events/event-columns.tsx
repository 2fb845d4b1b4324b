import type { OpenEvent } from 'contract/events';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { TwoLines } from '../../ui/two-lines.tsx';

const column = columnsOf<OpenEvent>();

interface Actions {
  /** The event that is being queued now. */
  busyId?: string;
  onResend: (id: string) => void;
}

/** Events whose work is not done, each with another try. */
export function eventColumns({ busyId, onResend }: Actions) {
  return column.columns([
    column.accessor('type', {
      header: 'Event',
      cell: ({ getValue, row: { original } }) => (
        <TwoLines first={getValue()} second={original.id} />
      ),
    }),
    column.accessor('customer', {
      header: 'Customer',
      cell: ({ getValue }) => getValue() ?? <span className="text-muted">None</span>,
    }),
    column.accessor('received_at', {
      header: 'Received',
      meta: { width: 'w-40 xl:w-48' },
      cell: ({ getValue }) => (
        <time dateTime={getValue()} className="tabular-nums">
          {formatMoment(getValue())}
        </time>
      ),
    }),
    column.display({
      id: 'resend',
      header: 'Resend',
      meta: { width: 'w-32' },
      cell: ({ row: { original } }) =>
        original.customer === null ? (
          <span className="text-muted">Nothing to do</span>
        ) : (
          <Button
            tone="secondary"
            size="small"
            loading={busyId === original.id}
            aria-label={`Resend ${original.type}, ${original.id}`}
            onClick={() => onResend(original.id)}
          >
            Resend
          </Button>
        ),
    }),
  ]);
}
