import type { SubscriptionView } from 'contract/subscriptions';
import { subscriptionStatusDisplay } from '../../lib/status.ts';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';
import { nextEvent, priceText } from './subscription-view-model.ts';

/** What has ended, in a quiet group below what runs (product U30). */
export function EndedSubscriptions({ subscriptions }: { subscriptions: SubscriptionView[] }) {
  if (subscriptions.length === 0) return null;
  return (
    <section aria-labelledby="ended" className="pt-3">
      <h2 id="ended" className="text-base font-semibold tracking-tight text-ink-soft">
        Ended
      </h2>
      <p className="mt-1 text-sm text-muted">These have ended and are not charged.</p>
      <div className="mt-4 divide-y divide-line rounded-card border border-line">
        {subscriptions.map((subscription) => {
          const end = nextEvent(subscription);
          return (
            <article
              key={subscription.id}
              aria-label={subscription.product_name}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 text-sm sm:px-6"
            >
              <div className="min-w-0">
                <h3 className="font-medium text-ink-soft">{subscription.product_name}</h3>
                <p className="mt-0.5 text-muted">
                  {subscription.plan_name} plan · {priceText(subscription)}
                </p>
              </div>
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
                {subscription.trial_refused
                  ? 'The card had had this free trial. Nothing was charged.'
                  : end && `${end.name} ${end.date}`}
                <StatusBadge
                  status={
                    subscription.trial_refused
                      ? { label: 'Not started', tone: 'neutral' }
                      : subscriptionStatusDisplay(subscription.status)
                  }
                />
              </p>
            </article>
          );
        })}
      </div>
    </section>
  );
}
