import { useQuery } from '@tanstack/react-query';
import { cancelFigures, cancelReasons } from 'contract/leaving';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question';
import { formatDate } from '../../lib/format.ts';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { InlineLink } from '../../ui/text-link.tsx';

/** Why people cancelled in the last twelve months, as far as they said it (product D130). */
export function CancelReasons() {
  const { data, isPending } = useCancelFigures();
  return (
    <SectionCard
      title="Why Customers Cancel"
      action={data && <p className="text-sm text-muted">{data.count} in twelve months</p>}
    >
      {isPending && <SkeletonRows rows={3} height="h-12" />}
      {!isPending && !data && (
        <p className="px-5 py-8 text-center text-sm text-muted sm:px-6">
          The reasons could not be loaded.
        </p>
      )}
      {data?.count === 0 && (
        <EmptyState
          icon={MessageCircleQuestion}
          title="Nobody has cancelled"
          text="Whoever cancels is asked why, and may leave it out."
        />
      )}
      {data && data.count > 0 && (
        <div className="grid gap-x-10 gap-y-6 p-5 sm:p-6 lg:grid-cols-2">
          <dl className="space-y-3">
            {[
              ...data.reasons.map(({ reason, count }) => ({ name: cancelReasons[reason], count })),
              { name: 'Not said', count: data.unsaid },
            ].map(({ name, count }) => (
              <div key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
                <dt>{name}</dt>
                <dd className="font-medium tabular-nums">{count}</dd>
                <span aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-paper">
                  <span
                    className="block h-full rounded-full bg-teal-700"
                    style={{ width: `${(100 * count) / data.count}%` }}
                  />
                </span>
              </div>
            ))}
          </dl>
          <Comments comments={data.comments} />
        </div>
      )}
    </SectionCard>
  );
}

type Figures = NonNullable<ReturnType<typeof useCancelFigures>['data']>;

/** What people added in words of their own. */
function Comments({ comments }: Pick<Figures, 'comments'>) {
  if (comments.length === 0) {
    return <p className="text-sm text-muted">Nobody has added words of their own.</p>;
  }
  return (
    <ul className="space-y-4">
      {comments.map(({ at, product_name, comment, user_id }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of one person may be of one moment, and none has a state.
        <li key={position} className="text-sm">
          <p className="wrap-anywhere">“{comment}”</p>
          <p className="mt-0.5 text-muted">
            {product_name}, {formatDate(at)},{' '}
            <InlineLink to={`/admin/users/${user_id}`}>the customer</InlineLink>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A failure is only logged, as those of the other figures. */
function useCancelFigures() {
  return useQuery({
    queryKey: ['dashboard', 'cancellations'],
    queryFn: async ({ signal }) => {
      try {
        return (await call(cancelFigures, { signal, silent: true })).data;
      } catch (error) {
        if (!signal.aborted) logError('Loading the reasons of cancellations failed', error);
        throw error;
      }
    },
  });
}
