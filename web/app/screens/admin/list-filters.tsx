import { useCallback } from 'react';
import type { useAddressFilters } from '../../lib/use-address-filters.ts';
import { FilterBar } from '../../ui/signed-in/filter-bar.tsx';
import { type Chip, FilterChips } from '../../ui/signed-in/filter-chips.tsx';
import { SearchField } from '../../ui/signed-in/search-field.tsx';
import { type Option, Select } from '../../ui/signed-in/select.tsx';

const searchDelayMs = 300;

interface Props {
  /** For example 'Filter users'. */
  label: string;
  address: ReturnType<typeof useAddressFilters>;
  choices: readonly { key: string; name: string; options: readonly Option[] }[];
  /** Any filter is set. */
  active: boolean;
  /** Filters that no control shows. */
  chips: Chip[];
}

/** Search, choices and reset, the same above the three lists of the admins (product D22, D23). */
export function ListFilters({ label, address, choices, active, chips }: Props) {
  const { params, set, reset, resets } = address;
  const onSearch = useCallback((text: string) => set({ search: text }), [set]);
  return (
    <>
      <FilterBar label={label} active={active} onReset={reset}>
        <SearchField
          key={resets}
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
      <FilterChips chips={chips} />
    </>
  );
}
