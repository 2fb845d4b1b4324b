import { Skeleton } from '../../ui/signed-in/skeleton.tsx';

const fields = [
  'name',
  'organisation',
  'line',
  'line-2',
  'city',
  'postcode',
  'country',
  'reference',
];

/** Stands in for the form while the details load: a sentence, eight fields, a hint and a button. */
export function InvoiceDetailsSkeleton() {
  return (
    <div role="status" className="space-y-5 p-5 sm:p-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-18 max-w-2xl sm:h-12" />
      <div className="grid gap-5 pb-6.5 sm:grid-cols-2">
        {fields.map((field) => (
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
