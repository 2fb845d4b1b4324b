import { type BillingCycle, products } from 'contract/catalogue';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { rememberPlan } from '../../features/plans/selected-plan.ts';
import { useSession } from '../../features/session/session-context.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { PriceCard } from './home-price-card.tsx';

const plansPage = '/user/subscriptions/plans';

const cycles = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const;

/** The three offers with their prices; choosing one leads on to the plans page (spec section 4). */
export function Pricing() {
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  const signedIn = useSession().status === 'authenticated';
  const navigate = useNavigate();

  const choose = (name: string) => {
    if (signedIn) {
      navigate(plansPage);
      return;
    }
    rememberPlan({ name, isYearly: cycle === 'yearly' });
    navigate({ pathname: '/login', search: `?returnUrl=${encodeURIComponent(plansPage)}` });
  };

  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="mx-auto max-w-6xl scroll-mt-16 px-4 py-20 sm:px-6 sm:py-24"
    >
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h2 id="pricing-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
            Plans and prices
          </h2>
          <p className="mt-3 max-w-xl text-muted">
            Every plan starts with a free trial. Cancel at any time.
          </p>
        </div>
        <Segmented label="Billing period" options={cycles} value={cycle} onChange={setCycle} />
      </div>
      <div className="mt-10 grid gap-5 md:grid-cols-3 md:gap-4 lg:gap-5">
        {products.map((product) => (
          <PriceCard
            key={product.id}
            product={product}
            cycle={cycle}
            label={signedIn ? 'Subscribe Now' : `Start ${product.trialDays}-day free trial`}
            onChoose={() => choose(product.name)}
          />
        ))}
      </div>
    </section>
  );
}
