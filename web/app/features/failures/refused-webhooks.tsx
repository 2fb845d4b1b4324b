import type { RefusalCause, RefusedWebhooks as Row } from 'contract/failures';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { formatCount } from '../../lib/format.ts';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { FailuresCard } from './failures-card.tsx';
import type { useFailures } from './use-failures.ts';

/** What was wrong with them, and the likely reason of it. */
const causes: Record<RefusalCause, [what: string, why: string]> = {
  unsigned: ['Not signed', 'Not from Stripe: somebody tries the address.'],
  forged: [
    'Signature does not fit',
    "The webhook secret is not the endpoint's in Stripe, or it is not from Stripe.",
  ],
  old: ['Signed too long ago', "This server's clock is ahead, or it was sent a second time."],
  future: ['Signed in the future', "This server's clock is behind."],
  unreadable: ['Signed, but no event', 'The endpoint in Stripe sends events of another kind.'],
};

const column = columnsOf<Row>();

const columns = column.columns([
  column.accessor('cause', {
    header: 'Cause',
    cell: ({ getValue }) => (
      <TwoLines first={causes[getValue()][0]} second={causes[getValue()][1]} wraps />
    ),
  }),
  column.accessor('count', {
    header: 'Refused',
    meta: { width: 'w-24', isNamed: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor('first_at', {
    header: 'First',
    meta: { width: 'w-40 xl:w-48', isNamed: true },
    cell: ({ getValue }) => <Timestamp value={getValue()} />,
  }),
  column.accessor('last_at', {
    header: 'Last',
    meta: { width: 'w-44 xl:w-48', isNamed: true },
    cell: ({ getValue }) => <Timestamp value={getValue()} />,
  }),
]);

/** Webhooks that were not taken, by what was wrong with them. */
export function RefusedWebhooks({ failures }: { failures: ReturnType<typeof useFailures> }) {
  return (
    <FailuresCard
      title="Refused webhooks"
      failures={failures}
      none={{
        icon: ShieldCheck,
        title: 'None was refused',
        text: 'Every webhook of the last 7 days was signed by Stripe, and in time.',
      }}
      columns={columns}
      rows={failures.data?.webhooks ?? []}
      rowId={({ cause }) => cause}
    />
  );
}
