import { products } from 'contract/catalogue';
import { PriceCard } from './home-price-card.tsx';

const periods = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];

/**
 * The three offers with their prices. The radio buttons choose what the style sheet shows: no
 * script is needed.
 */
export function Pricing() {
  return (
    <section
      id="pricing"
      tabIndex={-1}
      aria-labelledby="pricing-title"
      className="lay-out-late [--height-before:100rem] pricing border-y border-line bg-white"
    >
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-7">
          <div>
            <h2
              id="pricing-title"
              className="text-3xl leading-[1.12] font-semibold tracking-tight sm:text-[2.5rem]"
            >
              <span className="signed-in:hidden">Start free.</span>
              <span className="not-signed-in:hidden">Choose a plan.</span> Stay if it helps.
            </h2>
            <p className="mt-4 max-w-xl text-lg text-ink-soft">
              <span className="signed-in:hidden">
                Every plan begins with a free trial, given once for each product.{' '}
              </span>
              Cancel in your account at any time, in two clicks.
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <fieldset className="inline-flex rounded-full border border-line bg-paper p-1">
              <legend className="sr-only">Billing period</legend>
              {periods.map(({ value, label }) => (
                <label
                  key={value}
                  className="relative rounded-full px-5 py-2.5 text-sm font-semibold text-ink-soft transition-colors has-checked:bg-teal-700 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal-600"
                >
                  <input
                    type="radio"
                    name="period"
                    value={value}
                    defaultChecked={value === 'monthly'}
                    className="absolute inset-0 cursor-pointer appearance-none rounded-full focus-visible:outline-none"
                  />
                  {label}
                </label>
              ))}
            </fieldset>
            <p className="text-sm font-semibold text-good">Save up to 16.6% yearly</p>
          </div>
        </div>
        <div className="mt-12 grid gap-x-4 md:grid-cols-3 lg:gap-x-6">
          {products.map((product) => (
            <PriceCard key={product.id} product={product} />
          ))}
        </div>
        <p className="mt-3 max-w-3xl text-sm text-muted">
          You give your card on a secure hosted page.{' '}
          <span className="signed-in:hidden">
            Nothing is charged until the trial ends, and we write to you before it does.{' '}
          </span>
          Prices are in pounds sterling.
        </p>
      </div>
    </section>
  );
}
