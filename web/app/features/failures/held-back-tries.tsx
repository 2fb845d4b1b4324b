import type { HeldBackBy, HeldBack as Row } from 'contract/failures';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { formatCount } from '../../lib/format.ts';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { FailuresCard } from './failures-card.tsx';
import type { useFailures } from './use-failures.ts';

/** What was tried on what, and the likely reason of it. */
const kinds: Record<HeldBackBy, [what: string, why: string]> = {
  network: [
    'One address, many accounts',
    'Passwords are tried on account after account, or a whole hospital has one address.',
  ],
  account: [
    'Many addresses, one account',
    'Somebody is after this account. Its owner still gets in where they logged in before.',
  ],
  pair: ['One address, one account', 'Mostly its owner, who does not remember the password.'],
};

const column = columnsOf<Row>();

const columns = column.columns([
  column.accessor('by', {
    header: 'Tried',
    cell: ({ getValue }) => (
      <TwoLines first={kinds[getValue()][0]} second={kinds[getValue()][1]} wraps />
    ),
  }),
  column.accessor('hour', {
    header: 'Last hour',
    meta: { width: 'w-28', isNamed: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor('day', {
    header: 'Last day',
    meta: { width: 'w-28', isNamed: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
]);

/** Tries to log in that limits held back, by the limit that did. */
export function HeldBackTries({ failures }: { failures: ReturnType<typeof useFailures> }) {
  return (
    <FailuresCard
      title="Logins held back"
      failures={failures}
      none={{
        icon: ShieldCheck,
        title: 'None was held back',
        text: 'Nobody has tried too many passwords or codes in the last day.',
      }}
      columns={columns}
      rows={(failures.data?.tries ?? []).filter(({ day }) => day > 0)}
      rowId={({ by }) => by}
    />
  );
}
