import type { OpenEvent } from 'contract/events';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { ResendButton } from './resend-button.tsx';

const column = columnsOf<OpenEvent>();

/** Events whose work is not done, each with another try. */
export const eventColumns = column.columns([
  column.accessor('type', {
    header: 'Event',
    cell: ({ getValue, row: { original } }) => <TwoLines first={getValue()} second={original.id} />,
  }),
  column.accessor('customer', {
    header: 'Customer',
    cell: ({ getValue }) => getValue() ?? <span className="text-muted">None</span>,
  }),
  column.accessor('received_at', {
    header: 'Received',
    meta: { width: 'w-40 xl:w-48' },
    cell: ({ getValue }) => <Timestamp value={getValue()} />,
  }),
  column.display({
    id: 'resend',
    header: 'Resend',
    meta: { compact: 'below', width: 'w-32' },
    cell: ({ row: { original } }) =>
      original.customer === null ? (
        <span className="text-muted">Nothing to do</span>
      ) : (
        <ResendButton event={original} />
      ),
  }),
]);
