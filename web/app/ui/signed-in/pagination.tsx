import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

interface Props {
  /** Where this page stands, for example 'Page 2 of 5', and how much there is in all. */
  text: ReactNode;
  hasPrevious: boolean;
  hasNext: boolean;
  onStep: (step: 1 | -1) => void;
}

/** Steps through a long list. The buttons keep the keyboard at both ends of it. */
export function Pagination({ text, hasPrevious, hasNext, onStep }: Props) {
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 sm:px-6"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {text}
      </p>
      {(hasPrevious || hasNext) && (
        <div className="flex gap-2">
          <Button
            reads
            tone="secondary"
            size="small"
            aria-disabled={!hasPrevious}
            onClick={() => hasPrevious && onStep(-1)}
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            Previous
          </Button>
          <Button
            reads
            tone="secondary"
            size="small"
            aria-disabled={!hasNext}
            onClick={() => hasNext && onStep(1)}
          >
            Next
            <ChevronRight aria-hidden="true" className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  );
}
