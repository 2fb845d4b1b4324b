import ScrollText from 'lucide-react/icons/scroll-text';
import { useCallback } from 'react';
import { actionOptions } from '../../features/audit/action-words.ts';
import { auditColumns } from '../../features/audit/audit-columns.tsx';
import { useAudit } from '../../features/audit/use-audit.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { placeOf } from '../../lib/paging.ts';
import { idOf, narrows, useAddressFilters } from '../../lib/use-address-filters.ts';
import { FilterBar } from '../../ui/signed-in/filter-bar.tsx';
import { FilterChips } from '../../ui/signed-in/filter-chips.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { SearchField } from '../../ui/signed-in/search-field.tsx';
import { Select } from '../../ui/signed-in/select.tsx';
import { AdminList, pageSize } from './admin-list.tsx';
import { chosen } from './filter-choices.ts';
import { useUserChip } from './use-user-chip.ts';

export const meta = () => pageMeta('Audit log');

/** /admin/audit: who did what to what, when and from where. */
export default function AdminAudit() {
  const address = useAddressFilters();
  const { params, set, reset, resets } = address;
  const place = placeOf(params);
  const actor = idOf(params.get('actor'));
  const list = useAudit({
    action: chosen(params, 'action', actionOptions),
    actor,
    target: params.get('target') ?? '',
    ...place,
    pageSize,
  });
  const data = list.isError ? undefined : list.data;
  const byActor = useUserChip(actor, () => set({ actor: '' }), 'By');
  const filtered = narrows(params, ['action', 'target']) || byActor !== undefined;
  const onTarget = useCallback((target: string) => set({ target }), [set]);

  return (
    <>
      <PageHeader
        title="Audit Log"
        text="Who did what, when and from where. Nothing here can be changed or removed."
      />
      <AdminList
        of={['entry', 'entries']}
        icon={ScrollText}
        list={list}
        rows={data?.entries ?? []}
        rowId={(entry) => entry.id}
        columns={auditColumns}
        cursors={{ next: data?.next ?? null, previous: data?.previous ?? null }}
        {...{ place, address, filtered }}
        filters={
          <>
            <FilterBar label="Filter the audit log" active={filtered} onReset={reset}>
              <SearchField
                key={resets}
                label="Search by target, an id or email in full"
                placeholder="Target id or email..."
                value={params.get('target') ?? ''}
                onSearch={onTarget}
                delay={300}
                longest={254}
                hideLabel
                className="basis-full xl:flex-[2] xl:basis-56"
              />
              <Select
                label="Action"
                hideLabel
                options={actionOptions}
                value={params.get('action') ?? 'all'}
                onChange={(event) => set({ action: event.target.value })}
                className="min-w-36 flex-1"
              />
            </FilterBar>
            <FilterChips chips={byActor ? [byActor] : []} />
          </>
        }
        emptyText="What people do is written down here."
      />
    </>
  );
}
