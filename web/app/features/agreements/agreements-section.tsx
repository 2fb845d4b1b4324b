import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { Card } from '../../ui/signed-in/card.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { AgreementItem } from './agreement-item.tsx';
import { useAgreements } from './use-agreements.ts';

/** What one has agreed to, folded: it is looked for seldom, and then by itself (product U358). */
export function AgreementsSection() {
  const [open, setOpen] = useState(false);
  const { data, error, isError, isFetching, refetch } = useAgreements(open);
  return (
    <Card className="overflow-clip">
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 sm:px-6 [&::-webkit-details-marker]:hidden">
          <h2 className="text-base font-semibold tracking-tight">What you agreed to</h2>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="border-t border-line">
          {data ? (
            <>
              <ul className="divide-y divide-line">
                {data.map((agreement) => (
                  <AgreementItem key={agreement.id} agreement={agreement} />
                ))}
              </ul>
              {data.length === 0 && (
                <p className="px-5 py-5 text-sm text-muted sm:px-6">
                  Nothing is on record here. What was agreed to before this list began is not in it.
                </p>
              )}
            </>
          ) : isError ? (
            <ErrorState
              message="Failed to load what you agreed to. Please try again."
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonRows rows={2} height="h-16" />
          )}
        </div>
      </details>
    </Card>
  );
}
