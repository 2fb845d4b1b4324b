import { clsx } from 'clsx';

/** A grey stand-in of the size of what is coming. Put it inside a `Loading` region. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block animate-shimmer rounded-md bg-paper-deep', className)}
    />
  );
}

/** Several rows of a list that is coming. */
export function SkeletonRows({ rows, height }: { rows: number; height: string }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className={clsx('flex items-center justify-between gap-6 px-5 sm:px-6', height)}
        >
          <div className="grow space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
