import type { AuditEntry } from 'contract/audit';
import { emailLine } from '../../lib/person.ts';
import { LinkedLines } from '../../ui/signed-in/linked-lines.tsx';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { actionLabel } from './audit-actions.ts';
import { auditTargetText } from './audit-target.ts';

const column = columnsOf<AuditEntry>();

/** Who did what to what, when and from where. */
export const auditColumns = column.columns([
  column.accessor('action', {
    header: 'Action',
    meta: { width: 'w-48' },
    cell: ({ getValue, row: { original } }) => (
      <span className="flex flex-col wrap-anywhere in-data-compact:inline">
        <span className="font-medium">{actionLabel(getValue())}</span>
        {original.detail && (
          <span className="text-xs text-muted in-data-compact:before:content-['_']">
            {original.detail}
          </span>
        )}
      </span>
    ),
  }),
  column.accessor('actor', {
    header: 'Who',
    meta: { compact: 'end' },
    cell: ({ getValue }) => {
      const actor = getValue();
      if (!actor) return <span className="text-muted">Not logged in</span>;
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
      const user = original.target_user;
      if (user) {
        return (
          <span title={target}>
            <LinkedLines
              first={user.name}
              second={emailLine(user.email)}
              to={`/admin/users/${user.id}`}
            />
          </span>
        );
      }
      const { name, detail } = auditTargetText(target);
      return (
        <span title={target} className="line-clamp-2 text-ink-soft in-data-compact:inline">
          {name}
          {detail && <span className="text-muted"> {detail}</span>}
        </span>
      );
    },
  }),
  column.accessor('address', {
    header: 'From',
    meta: { width: 'w-38', isLeftOut: true },
    cell: ({ getValue }) => <span className="tabular-nums">{getValue()}</span>,
  }),
  column.accessor('at', {
    header: 'When',
    meta: { compact: 'below', width: 'w-44' },
    cell: ({ getValue }) => <Timestamp value={getValue()} />,
  }),
]);
