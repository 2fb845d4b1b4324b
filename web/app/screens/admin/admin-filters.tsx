import { useCallback } from 'react';
import { planOptions, productOptions } from '../../lib/filter-options.ts';
import type { useAddressFilters } from '../../lib/use-address-filters.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type Option, Select } from '../../ui/select.tsx';

const searchDelayMs = 300;

type Props = ReturnType<typeof useAddressFilters> & {
  label: string;
  statusOptions: readonly Option[];
};

/** Search, product, plan and status: the same above subscriptions and payments (spec 2.5). */
export function AdminFilters({ label, statusOptions, params, set, reset }: Props) {
  const onSearch = useCallback((text: string) => set({ search: text }), [set]);
  const choices = [
    { key: 'product', name: 'Product', options: productOptions },
    { key: 'plan', name: 'Plan', options: planOptions },
    { key: 'status', name: 'Status', options: statusOptions },
  ];
  return (
    <FilterBar label={label} active={params.size > 0} onReset={reset}>
      <SearchField
        label="Search by user"
        placeholder="Search by user..."
        value={params.get('search') ?? ''}
        onSearch={onSearch}
        delay={searchDelayMs}
        hideLabel
        className="basis-full xl:flex-[2] xl:basis-56"
      />
      {choices.map(({ key, name, options }) => (
        <Select
          key={key}
          label={name}
          hideLabel
          options={options}
          value={params.get(key) ?? 'all'}
          onChange={(event) => set({ [key]: event.target.value })}
          className="min-w-36 flex-1"
        />
      ))}
    </FilterBar>
  );
}
