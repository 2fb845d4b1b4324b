import ScrollText from 'lucide-react/icons/scroll-text';
import { AdminListPage } from '../../features/admin-lists/admin-list-page.tsx';
import { actionOptions } from '../../features/admin-lists/audit-actions.ts';
import { auditColumns } from '../../features/admin-lists/audit-columns.tsx';
import { useAuditList } from '../../features/admin-lists/use-audit-list.ts';
import { useListFilters } from '../../features/admin-lists/use-list-filters.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { idOf } from '../../lib/search-params.ts';
import { useUserFilterChip } from './use-user-filter-chip.ts';

export const meta = () => pageMeta('Audit log');

const targetSearch = {
  key: 'target',
  label: 'Search by target, an id or email in full',
  placeholder: 'Target id or email...',
  maxLength: 254,
} as const;
const actionFilter = { key: 'action', label: 'Action', options: actionOptions } as const;

/** /admin/audit: who did what to what, when and from where. */
export default function AdminAudit() {
  const filters = useListFilters({ search: targetSearch, selects: [actionFilter] });
  const actor = idOf(filters.params.get('actor'));
  const list = useAuditList({ ...filters.query, actor, ...filters.page });
  const byActor = useUserFilterChip(actor, () => filters.set({ actor: '' }), 'By');

  return (
    <AdminListPage
      title="Audit Log"
      text="Who did what, when and from where. Nothing here can be changed or removed."
      noun={['entry', 'entries']}
      icon={ScrollText}
      filterLabel="Filter the audit log"
      filters={filters}
      chips={byActor ? [byActor] : []}
      list={list}
      columns={auditColumns}
      emptyText="What people do is written down here."
    />
  );
}
