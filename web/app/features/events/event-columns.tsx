import type { OpenEvent } from 'contract/events';
import { Fragment, type ReactNode } from 'react';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { ResendButton } from './resend-button.tsx';

const column = columnsOf<OpenEvent>();

/** A long name that, where it must, goes on in the next line after a dot. */
const breakingAtDots = (name: string): ReactNode =>
  name.split(/(?<=\.)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

/** Events whose work is not done, each with another try. */
export const eventColumns = column.columns([
  column.accessor('type', {
    header: 'Event',
    cell: ({ getValue, row: { original } }) => (
      <TwoLines first={breakingAtDots(getValue())} second={original.id} />
    ),
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
