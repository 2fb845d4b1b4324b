import type { AuditEntry } from 'contract/audit';
import { formatMoment } from '../../lib/format-figures.ts';
import { emailLine } from '../../lib/person.ts';
import { idOf } from '../../lib/use-address-filters.ts';
import { LinkedLines } from '../../ui/signed-in/linked-lines.tsx';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { InlineLink } from '../../ui/text-link.tsx';
import { actionWords } from './action-words.ts';

const column = columnsOf<AuditEntry>();

/** Who did what to what, when and from where. */
export const auditColumns = column.columns([
  column.accessor('action', {
    header: 'Action',
    meta: { width: 'w-42 xl:w-48' },
    cell: ({ getValue }) => <span className="font-medium">{actionWords(getValue())}</span>,
  }),
  column.accessor('actor', {
    header: 'Who',
    cell: ({ getValue }) => {
      const actor = getValue();
      if (!actor) return <span className="text-muted">Not signed in</span>;
      return (
        <LinkedLines
          first={actor.name}
          second={emailLine(actor.email)}
          to={`/admin/audit?actor=${actor.id}`}
        />
      );
    },
  }),
  column.accessor('target', {
    header: 'Target',
    cell: ({ getValue, row: { original } }) => {
      const target = getValue();
      if (target === null) return <span className="text-muted">None</span>;
      const isUser = original.action.startsWith('user.') && idOf(target) !== undefined;
      return (
        <span title={target} className="line-clamp-2 text-ink-soft">
          {isUser ? <InlineLink to={`/admin/users/${target}`}>{target}</InlineLink> : target}
        </span>
      );
    },
  }),
  column.accessor('address', {
    header: 'From',
    meta: { width: 'w-32 xl:w-38' },
    cell: ({ getValue }) => <span className="tabular-nums">{getValue()}</span>,
  }),
  column.accessor('at', {
    header: 'When',
    meta: { width: 'w-30 xl:w-44' },
    cell: ({ getValue }) => (
      <time dateTime={getValue()} className="tabular-nums">
        {formatMoment(getValue())}
      </time>
    ),
  }),
]);
