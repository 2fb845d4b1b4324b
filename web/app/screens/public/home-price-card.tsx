import { type BillingCycle, type Product, yearlySaving } from 'contract/catalogue';
import { Check } from 'lucide-react';
import { formatPence } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

interface Props {
  product: Product;
  cycle: BillingCycle;
  label: string;
  onChoose: () => void;
}

/** One offer on the public page. */
export function PriceCard({ product, cycle, label, onChoose }: Props) {
  const monthly = cycle === 'monthly';
  // Whole pounds, as the saving is advertised (spec section 9).
  const saving = Math.round(yearlySaving(product) / 100);
  return (
    <article
      aria-label={product.name}
      className={cx(
        'flex flex-col rounded-card border bg-white p-6 sm:p-7 md:p-5 lg:p-7',
        product.popular ? 'border-teal-600 shadow-lift ring-1 ring-teal-600' : 'border-line',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-semibold tracking-tight">{product.name}</h3>
        {product.popular && <Badge tone="accent">Most Popular</Badge>}
      </div>
      <p className="mt-1.5 text-sm text-muted md:min-h-15 lg:min-h-10">{product.description}</p>
      <p className="mt-6 flex items-baseline gap-1.5">
        <span className="text-4xl font-semibold tracking-tighter tabular-nums">
          {formatPence(monthly ? product.monthly.amount : product.yearly.amount)}
        </span>
        <span className="text-sm text-muted">per {monthly ? 'month' : 'year'}</span>
      </p>
      <p className={cx('mt-2 text-sm', monthly ? 'text-muted' : 'font-semibold text-good')}>
        {monthly
          ? `${product.trialDays} days free, then billed monthly`
          : `Save £${saving} per year`}
      </p>
      <ul className="mt-7 mb-8 space-y-2.5 text-sm">
        {product.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check
              aria-hidden="true"
              strokeWidth={2.5}
              className="mt-0.5 size-4 shrink-0 text-teal-600"
            />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        tone={product.popular ? 'primary' : 'secondary'}
        size="large"
        wide
        className="mt-auto md:px-2"
        onClick={onChoose}
      >
        {label}
        <span className="sr-only">: {product.name}</span>
      </Button>
    </article>
  );
}
