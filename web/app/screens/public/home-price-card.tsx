import { clsx } from 'clsx';
import { bundleSaving, type Product, yearlySaving } from 'contract/catalogue';
import { formatPence } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { TickList } from '../../ui/tick-list.tsx';

const plansPage = '/user/subscriptions/plans';
const loginFirst = `/login?returnUrl=${encodeURIComponent(plansPage)}`;

/** One offer on the public page, for either period and for whoever is looking (product P27 to P29). */
export function PriceCard({ product }: { product: Product }) {
  const { name, monthly, yearly, trialDays, popular } = product;
  // Whole pounds, as the saving is advertised (product G18).
  const saving = Math.round(yearlySaving(product) / 100);
  const button = { tone: popular ? 'primary' : 'secondary', size: 'large', wide: true } as const;
  return (
    // Four rows shared with the neighbours, so that prices, features and buttons stand in line.
    <article
      aria-label={name}
      className={clsx(
        'row-span-4 mb-5 grid grid-rows-subgrid rounded-card border bg-white p-6 sm:p-7 md:p-5 lg:p-7',
        popular ? 'border-teal-600 shadow-lift ring-1 ring-teal-600' : 'border-line',
      )}
    >
      <div>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h3 className="text-lg font-semibold tracking-tight">{name}</h3>
          {popular && <Badge tone="accent">Most Popular</Badge>}
        </div>
        <p className="mt-1.5 text-sm text-muted">{product.description}</p>
      </div>
      <div className="pt-6">
        <div className="yearly:hidden">
          <Price amount={monthly.amount} per="month" />
          <Terms days={trialDays} billed="billed monthly" />
          <BundleSaving pence={bundleSaving(product, 'monthly')} />
        </div>
        <div className="hidden yearly:block">
          <Price amount={yearly.amount} per="year" />
          <Terms
            days={trialDays}
            billed={`${formatPence(yearly.amount / 12)} per month billed annually`}
          />
          <p className="mt-0.5 text-sm font-semibold text-good">Save £{saving} per year</p>
          <BundleSaving pence={bundleSaving(product, 'yearly')} />
        </div>
      </div>
      <TickList points={product.features} className="space-y-2.5 pt-7 pb-8" />
      <div>
        {/* `keepChosenPlan` remembers the plan that is named here, with the period. */}
        <ButtonLink
          to={loginFirst}
          data-plan={name}
          className="md:px-2 signed-in:hidden"
          {...button}
        >
          Start {trialDays}-day free trial
          <span className="sr-only">: {name}</span>
        </ButtonLink>
        <ButtonLink to={plansPage} className="not-signed-in:hidden md:px-2" {...button}>
          Subscribe Now
          <span className="sr-only">: {name}</span>
        </ButtonLink>
      </div>
    </article>
  );
}

/** The trial is a visitor's: whoever is signed in may have used it, and reads on the plans page. */
function Terms({ days, billed }: { days: number; billed: string }) {
  return (
    <p className="mt-2 text-sm text-muted">
      <span className="signed-in:hidden">{days} days free, then </span>
      <span className="inline-block signed-in:first-letter:uppercase">{billed}</span>
    </p>
  );
}

function BundleSaving({ pence }: { pence: number }) {
  if (pence <= 0) return null;
  return (
    <p className="mt-0.5 text-sm font-semibold text-good">
      {formatPence(pence)} less than both products
    </p>
  );
}

function Price({ amount, per }: { amount: number; per: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      <span className="text-4xl font-semibold tracking-tighter tabular-nums">
        {formatPence(amount)}
      </span>
      <span className="text-sm text-muted">per {per}</span>
    </p>
  );
}
