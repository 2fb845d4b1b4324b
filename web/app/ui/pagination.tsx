import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from './button.tsx';

interface Props {
  page: number;
  pageSize: number;
  /** How many rows there are on all pages. */
  count: number;
  onPage: (page: number) => void;
}

/** Steps through a long list; not shown when one page holds everything. */
export function Pagination({ page, pageSize, count, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(count / pageSize));
  if (pages === 1 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, count);
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 sm:px-6"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {first <= last ? `${first} to ${last} of ${count}` : `${count} in total`}
      </p>
      <div className="flex gap-2">
        <Button tone="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          Previous
        </Button>
        <Button
          tone="secondary"
          size="small"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          Next
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
