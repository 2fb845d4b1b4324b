import type { BillingCycle } from 'contract/catalogue';
import * as messages from 'contract/messages';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ChangeDialog } from '../../features/plans/change-dialog.tsx';
import { OutdatedNotice } from '../../features/plans/outdated-notice.tsx';
import { PlanCard } from '../../features/plans/plan-card.tsx';
import { PlanSkeletons } from '../../features/plans/plan-skeletons.tsx';
import { type PlanChoice, shownOf } from '../../features/plans/plan-terms.ts';
import {
  forgetPlan,
  isSelected,
  rememberedPlan,
  rememberPlan,
} from '../../features/plans/selected-plan.ts';
import { SharedTerms } from '../../features/plans/shared-terms.tsx';
import { useCheckout } from '../../features/plans/use-checkout.ts';
import { usePlans } from '../../features/plans/use-plans.ts';
import { useSession } from '../../features/session/session-context.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { oneOf, updatedSearchParams } from '../../lib/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { BackLink } from '../../ui/signed-in/back-link.tsx';
import { Card } from '../../ui/signed-in/card.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { Segmented } from '../../ui/signed-in/segmented.tsx';

export const meta = () => pageMeta('Choose Your Plan');

const cycles = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const;

const loginAndBack = `/login?returnUrl=${encodeURIComponent('/user/subscriptions/plans')}`;

/** /user/subscriptions/plans (product U4, U36 to U48) */
export default function Plans() {
  const loginFirst = useSession().status !== 'authenticated';
  const navigate = useNavigate();
  const [choice] = useState(rememberedPlan);
  const [params, setParams] = useSearchParams();
  const named = oneOf(params.get('period'), ['monthly', 'yearly']);
  const [cycle, setCycle] = useState<BillingCycle>(
    named ?? (choice?.isYearly ? 'yearly' : 'monthly'),
  );
  const { data, error, isError, isFetching, refetch } = usePlans();
  const { plans, terms } = data ?? {};
  const chosen = plans?.find((offer) => isSelected(offer, choice));
  const { busyPlan, outdated, subscribe } = useCheckout();
  const [change, setChange] = useState<PlanChoice>();
  const [asking, setAsking] = useState(false);

  const buy = ({ offer, cycle, planId }: PlanChoice, price?: number) => {
    const shown = shownOf(offer, cycle);
    return subscribe({
      ...{ productId: offer.id, planId },
      shown: { ...shown, price: price ?? shown.price, terms_version: terms?.version },
    });
  };

  const onChoose = (choice: PlanChoice, isChange: boolean) => {
    if (loginFirst) {
      rememberPlan(choice.planId, choice.cycle === 'yearly');
      return void navigate(loginAndBack);
    }
    if (!isChange) return void buy(choice);
    setChange(choice);
    setAsking(true);
  };

  // The choice made before the login has done its work once this page is open.
  useEffect(forgetPlan, []);

  // In the URL too, so that the period is still chosen on the way back from the hosted page.
  useEffect(() => {
    if (cycle === (named ?? 'monthly')) return;
    const updated = updatedSearchParams(window.location.search, { period: cycle });
    setParams(updated, { replace: true, preventScrollReset: true });
  }, [cycle, named, setParams]);

  return (
    <>
      <BackLink to="/user/subscriptions">My Subscriptions</BackLink>
      <PageHeader
        title="Choose Your Plan"
        text="You pay securely on a hosted card page. Cancel any time."
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Segmented label="Billing period" options={cycles} value={cycle} onChange={setCycle} />
            <p className="text-sm font-semibold text-good">(Save up to 16.6%)</p>
          </div>
        }
      />
      {params.get('checkout') === 'cancelled' && (
        <Notice
          tone="info"
          title="Checkout cancelled. Nothing was charged."
          action={
            <Button
              reads
              tone="secondary"
              size="small"
              onClick={() =>
                setParams(updatedSearchParams(window.location.search, { checkout: '' }), {
                  replace: true,
                })
              }
            >
              Dismiss
            </Button>
          }
        >
          <p>Take your time. Your choice is here whenever you are ready.</p>
        </Notice>
      )}
      {outdated && <OutdatedNotice message={outdated} terms={terms} />}
      {isError && !plans ? (
        <Card>
          <ErrorState
            message={messages.plansFailed}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      ) : plans ? (
        <>
          <div className="grid gap-x-5 md:grid-cols-3 md:gap-x-4 xl:gap-x-5">
            {plans.map((offer) => (
              <PlanCard
                key={offer.id}
                offer={offer}
                cycle={cycle}
                chosen={offer === chosen}
                filled={offer === (chosen ?? plans.find(({ popular }) => popular))}
                loginFirst={loginFirst}
                busyPlan={busyPlan}
                onChoose={onChoose}
              />
            ))}
          </div>
          <SharedTerms cycle={cycle} terms={terms} />
        </>
      ) : (
        <>
          <PlanSkeletons />
          <SharedTerms cycle={cycle} />
        </>
      )}
      {change && (
        <ChangeDialog
          choice={change}
          open={asking}
          onOpenChange={setAsking}
          loading={busyPlan === change.planId}
          onConfirm={(price) => void buy(change, price).then(() => setAsking(false))}
        />
      )}
    </>
  );
}
