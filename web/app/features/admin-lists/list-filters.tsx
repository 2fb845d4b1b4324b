import { useCallback } from 'react';
import { FilterBar } from '../../ui/signed-in/filter-bar.tsx';
import { type FilterChip, FilterChips } from '../../ui/signed-in/filter-chips.tsx';
import { SearchField } from '../../ui/signed-in/search-field.tsx';
import { Select } from '../../ui/signed-in/select.tsx';
import type { ListFilterState } from './use-list-filters.ts';

const searchDelayMs = 300;

interface Props {
  /** For example 'Filter users'. */
  label: string;
  filters: ListFilterState;
  /** Any filter is set, a chip's too. */
  active: boolean;
  /** Filters that no control shows. */
  chips: FilterChip[];
}

/** Search, selects, chips and reset above an admins' list (product D22, D23). */
export function ListFilters({ label, filters, active, chips }: Props) {
  const { params, set, reset, resetCount, search, selects } = filters;
  const { key } = search;
  const onSearch = useCallback((text: string) => set({ [key]: text }), [set, key]);
  return (
    <>
      <FilterBar
        label={label}
        active={active}
        count={selects.filter(({ key }) => params.has(key)).length}
        onReset={reset}
        search={
          <SearchField
            key={resetCount}
            label={search.label}
            placeholder={search.placeholder}
            value={params.get(key) ?? ''}
            onSearch={onSearch}
            delay={searchDelayMs}
            maxLength={search.maxLength}
            hideLabel
            className="basis-full xl:flex-[2] xl:basis-56"
          />
        }
      >
        {selects.map(({ key, label, options }) => (
          <Select
            key={key}
            label={label}
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
