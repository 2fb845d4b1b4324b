import { Card } from '../../ui/signed-in/card.tsx';
import { Skeleton } from '../../ui/signed-in/skeleton.tsx';

/** Two cards of the subscriptions' size while they load. */
export function SubscriptionSkeletons() {
  return (
    <div role="status" className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading subscriptions</span>
      {['first', 'second'].map((card) => (
        <Card key={card} className="flex min-h-80 flex-col p-6">
          <div className="flex justify-between">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-16" />
          </div>
          <Skeleton className="mt-3 h-4 w-24" />
          <Skeleton className="mt-8 h-4 w-full" />
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="mt-auto h-11 w-full" />
          <Skeleton className="mt-3 h-11 w-full" />
        </Card>
      ))}
    </div>
  );
}
