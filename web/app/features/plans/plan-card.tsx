import { clsx } from 'clsx';
import type { BillingCycle } from 'contract/catalogue';
import { changesPlan, termsOfSale } from 'contract/sale-terms';
import type { PlanOffer } from 'contract/subscriptions';
import Check from 'lucide-react/icons/check';
import { formatPounds } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TickList } from '../../ui/tick-list.tsx';
import { decisionOf, type PlanChoice, priceOf } from './plan-terms.ts';
import { PlanTerms } from './plan-terms-list.tsx';

interface Props {
  offer: PlanOffer;
  cycle: BillingCycle;
  /** It was chosen before the login. */
  chosen: boolean;
  /** Its button is the one that stands out. */
  filled: boolean;
  /** Nobody is signed in: the button leads to the login. */
  loginFirst: boolean;
  busyPlan?: string;
  /** `isChange`: it takes the place of what is held. */
  onChoose: (choice: PlanChoice, isChange: boolean) => void;
}

/** One product: price, saving, features, terms, and the button (product U37). */
export function PlanCard({ offer, cycle, chosen, filled, loginFirst, busyPlan, onChoose }: Props) {
  const monthly = cycle === 'monthly';
  const planId = monthly ? offer.monthlyPlanId : offer.yearlyPlanId;
  const decision = decisionOf(offer, cycle);
  const refused = decision.kind === 'included' || decision.kind === 'blocked';
  const saving = offer.monthlyPrice * 12 - offer.yearlyPrice;
  const freeFirst = decision.kind === 'subscribe' && offer.trialDays > 0;
  return (
    // Five rows shared with the neighbours, so prices, buttons and terms stand in line.
    <article
      aria-label={offer.name}
      className={clsx(
        'row-span-5 mb-5 grid grid-rows-subgrid rounded-card border bg-white p-6 sm:p-7 md:p-5 xl:p-7',
        offer.popular ? 'border-teal-600 shadow-lift ring-1 ring-teal-600' : 'border-line',
        chosen && 'border-teal-600 bg-teal-25 ring-2 ring-teal-600 max-md:order-first',
      )}
    >
      <div>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg font-semibold tracking-tight">{offer.name}</h2>
          {chosen && <Badge tone="brand">Your choice</Badge>}
          {offer.popular && <Badge tone="accent">Most Popular</Badge>}
        </div>
        <p className="mt-1.5 text-sm text-muted">{offer.description}</p>
      </div>

      <div className="pt-5 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="text-4xl font-semibold tracking-tighter md:text-3xl xl:text-4xl tabular-nums">
            {formatPounds(priceOf(offer, cycle))}
          </span>
          <span className="text-muted">per {monthly ? 'month' : 'year'}</span>
        </p>
        {monthly ? (
          <p className="mt-2 text-muted">Billed monthly</p>
        ) : (
          <p className="mt-2 text-muted">
            {formatPounds(offer.yearlyPrice / 12)} per month billed annually
          </p>
        )}
        {!monthly && (
          <p className="mt-0.5 font-semibold text-good">Save {formatPounds(saving)} per year</p>
        )}
        {freeFirst && (
          <p className="mt-0.5 font-semibold text-teal-700">{offer.trialDays} days free first</p>
        )}
      </div>

      <div className="pt-5">
        {decision.kind === 'held' ? (
          <Button tone="success" size="large" wide disabled>
            <Check aria-hidden="true" className="size-5" />
            Subscribed
          </Button>
        ) : (
          <Button
            tone={filled ? 'primary' : 'secondary'}
            size="large"
            wide
            className="md:px-2 xl:px-6"
            loading={busyPlan === planId}
            disabled={busyPlan !== undefined || refused}
            aria-describedby={`terms-${offer.id}`}
            onClick={() => onChoose({ offer, cycle, planId }, changesPlan(decision))}
          >
            {loginFirst ? 'Login to Subscribe' : `Subscribe ${monthly ? 'Monthly' : 'Yearly'}`}
          </Button>
        )}
      </div>

      <TickList points={offer.features} className="space-y-2.5 pt-6 pb-6" />

      <PlanTerms
        id={`terms-${offer.id}`}
        decision={decision}
        terms={termsOfSale({ ...offer, cycle, decision })}
      />
    </article>
  );
}
