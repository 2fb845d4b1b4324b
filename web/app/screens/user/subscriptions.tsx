import * as messages from 'contract/messages';
import CreditCard from 'lucide-react/icons/credit-card';
import Plus from 'lucide-react/icons/plus';
import { useRef } from 'react';
import { refreshSessionUser } from '../../features/session/account-calls.ts';
import { CheckoutReturnNotice } from '../../features/subscriptions/checkout-return-notice.tsx';
import { CreditNotice } from '../../features/subscriptions/credit-notice.tsx';
import { EndedSubscriptions } from '../../features/subscriptions/ended-subscriptions.tsx';
import { SubscriptionCard } from '../../features/subscriptions/subscription-card.tsx';
import { SubscriptionSkeletons } from '../../features/subscriptions/subscription-skeletons.tsx';
import { useCheckoutReturn } from '../../features/subscriptions/use-checkout-return.ts';
import { usePortalReturn } from '../../features/subscriptions/use-portal-return.ts';
import { useSubscriptions } from '../../features/subscriptions/use-subscriptions.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { isRunning } from '../../lib/subscription-badge.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/signed-in/card.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';

export const meta = () => pageMeta('My Subscriptions');

/** /user/subscriptions (product U3, U23 to U35), also where Stripe's hosted pages return to. */
export default function Subscriptions() {
  const checkout = useCheckoutReturn(refreshSessionUser);
  usePortalReturn();
  return (
    <>
      <PageHeader
        title="My Subscriptions"
        text="Log in to your products, see what comes next, or cancel."
        actions={
          <ButtonLink to="/user/subscriptions/plans" tone="secondary">
            <Plus aria-hidden="true" className="size-4" />
            Browse Plans
          </ButtonLink>
        }
      />
      <CheckoutReturnNotice {...checkout} />
      <SubscriptionCards confirming={checkout.state === 'confirming'} />
    </>
  );
}

function SubscriptionCards({ confirming }: { confirming: boolean }) {
  const { data, error, isError, isFetching, refetch } = useSubscriptions();
  const list = useRef<HTMLDivElement>(null);
  if (isError && !data) {
    return (
      <Card>
        <ErrorState
          message={messages.subscriptionsFailed}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  // While a checkout is being confirmed, an empty list would only worry the person who has paid.
  if (!data || (confirming && data.subscriptions.length === 0)) return <SubscriptionSkeletons />;
  const { subscriptions, credit } = data;
  const running = subscriptions.filter(isRunning);
  return (
    <div ref={list} tabIndex={-1} className="space-y-5 sm:space-y-6">
      <CreditNotice credit={credit} isRunning={running.length > 0} />
      {running.length === 0 ? (
        <Card>
          <EmptyState
            icon={CreditCard}
            title="You don't have any active subscriptions."
            text="Choose a plan to get started. You can cancel at any time."
            action={<ButtonLink to="/user/subscriptions/plans">Browse Available Plans</ButtonLink>}
            className="py-16"
          />
        </Card>
      ) : (
        <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
          {running.map((subscription) => (
            <SubscriptionCard
              key={subscription.id}
              subscription={subscription}
              focusAfter={() => list.current}
            />
          ))}
        </div>
      )}
      <EndedSubscriptions
        subscriptions={subscriptions.filter((subscription) => !isRunning(subscription))}
      />
    </div>
  );
}
