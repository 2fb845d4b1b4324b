import { Card } from '../../ui/signed-in/card.tsx';
import { Skeleton } from '../../ui/signed-in/skeleton.tsx';

/** Two cards of the subscriptions' size while they load. */
export function SubscriptionSkeletons() {
  return (
    <div role="status" className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading subscriptions</span>
      {['first', 'second'].map((card) => (
        <Card key={card} className="flex flex-col">
          <div className="p-5 sm:p-6">
            <div className="flex justify-between">
              <Skeleton className="h-7 w-40" />
              <Skeleton className="h-6 w-16" />
            </div>
            <Skeleton className="mt-1.5 h-4 w-24" />
            <Skeleton className="mt-6 h-5 w-full" />
            <Skeleton className="mt-2.5 h-5 w-full" />
          </div>
          <div className="mt-auto space-y-2.5 border-t border-line p-5 sm:px-6">
            <Skeleton className="h-11 w-full" />
            <div className="grid grid-cols-2 gap-2.5">
              <Skeleton className="h-11" />
              <Skeleton className="h-11" />
            </div>
          </div>
        </Card>
      ))}
    </div>
  );
}
