import { Skeleton } from '../../ui/signed-in/skeleton.tsx';

/** Stands in for the form while the details load: a sentence, seven fields, a hint and a button. */
export function InvoiceDetailsSkeleton() {
  return (
    <div role="status" className="space-y-5 p-5 sm:p-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-18 max-w-2xl sm:h-12" />
      <FieldSkeleton />
      <div className="grid gap-5 pb-6.5 sm:grid-cols-2">
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((field) => (
          <FieldSkeleton key={field} />
        ))}
      </div>
      <Skeleton className="h-11 w-44" />
    </div>
  );
}

function FieldSkeleton() {
  return (
    <div>
      <Skeleton className="mb-1.5 h-5 w-28" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
