import { Select } from './select.tsx';
import type { Sorting } from './sort-button.tsx';
import type { SortNames } from './table-columns.ts';

interface Props {
  sorting: Sorting;
  columns: readonly { title: string; key: string; names?: SortNames }[];
}

const alphabet: SortNames = { asc: 'A to Z', desc: 'Z to A' };

/** The order of rows that are shown as cards, which have no headings to press. */
export function SortSelect({ sorting, columns }: Props) {
  const options = columns.flatMap(({ title, key, names = alphabet }) =>
    (['asc', 'desc'] as const).map((order) => ({
      value: `${key} ${order}`,
      label: `${title}, ${names[order]}`,
    })),
  );
  return (
    <div className="border-b border-line px-4 py-3 sm:px-6">
      <Select
        label="Sort by"
        hideLabel
        className="sm:max-w-72"
        options={options}
        value={`${sorting.key} ${sorting.order}`}
        onChange={(event) => {
          const [key = '', order] = event.target.value.split(' ');
          sorting.onSort(key, order === 'asc' ? 'asc' : 'desc');
        }}
      />
    </div>
  );
}
