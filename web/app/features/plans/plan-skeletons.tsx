import { Card } from '../../ui/signed-in/card.tsx';
import { Skeleton } from '../../ui/signed-in/skeleton.tsx';

/** Three cards of the plans' size while the plans load. */
export function PlanSkeletons() {
  return (
    <div role="status" className="mb-5">
      <span className="sr-only">Loading plans</span>
      <div className="grid gap-5 md:grid-cols-3 md:gap-4 xl:gap-5">
        {['first', 'second', 'third'].map((card) => (
          <Card
            key={card}
            className="flex min-h-[34.5rem] flex-col p-5 md:min-h-[48.5rem] xl:min-h-[41.25rem] xl:p-7 min-[90rem]:min-h-[39.75rem]"
          >
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-7 h-10 w-36" />
            <Skeleton className="mt-4 h-4 w-28" />
            <Skeleton className="mt-12 h-12 w-full" />
            <div className="mt-7 space-y-3.5">
              {['w-4/5', 'w-2/3', 'w-3/4', 'w-3/5', 'w-1/2'].map((width) => (
                <Skeleton key={width} className={`h-4 ${width}`} />
              ))}
            </div>
            <Skeleton className="mt-auto h-12 w-full md:h-22 xl:h-12" />
          </Card>
        ))}
      </div>
    </div>
  );
}
