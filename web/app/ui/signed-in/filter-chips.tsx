import X from 'lucide-react/icons/x';
import { useRef } from 'react';

export interface FilterChip {
  /** What the list is filtered by. */
  label: string;
  onRemove: () => void;
}

/** Filters that no control shows, such as those of a link from the dashboard; each can be taken off. */
export function FilterChips({ chips }: { chips: FilterChip[] }) {
  const box = useRef<HTMLUListElement>(null);
  const remove = (chip: FilterChip) => {
    // The chip is about to go: the keyboard goes on from where it stood.
    box.current?.focus();
    chip.onRemove();
  };
  return (
    <ul
      ref={box}
      tabIndex={-1}
      aria-label="Also filtered by"
      className="flex flex-wrap gap-2 border-b border-line px-4 py-3 outline-none empty:hidden sm:px-6"
    >
      {chips.map((chip) => (
        <li key={chip.label} className="min-w-0">
          <button
            type="button"
            onClick={() => remove(chip)}
            className="flex min-h-9 max-w-full items-center gap-2 rounded-full border border-teal-200 bg-teal-50 py-1 pr-2.5 pl-3.5 text-left text-sm font-medium text-teal-800 transition-colors hover:border-teal-300 hover:bg-teal-100"
          >
            <span className="min-w-0 wrap-anywhere">{chip.label}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">(remove this filter)</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
