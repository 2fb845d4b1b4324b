import { brand } from 'contract/brand';
import { Headset, LockKeyhole, Users } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FernFrond } from '../../ui/fern-frond.tsx';

const facts = [
  { icon: Users, text: 'Trusted by 10,000+' },
  { icon: LockKeyhole, text: 'AES-256 encryption' },
  { icon: Headset, text: '24/7 support' },
];

/** The first thing a visitor reads. */
export function Hero() {
  const { portfolio, cataract } = brand.products;
  return (
    <section className="relative overflow-hidden bg-ink text-white">
      <FernFrond className="-right-24 -bottom-32 h-[46rem] opacity-20 sm:opacity-40 lg:right-[max(-4rem,calc(50%-42rem))] lg:opacity-60" />
      <div className="relative mx-auto max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
        <h1 className="max-w-3xl text-4xl leading-[1.08] font-semibold tracking-tight sm:text-6xl">
          Your portfolio and your patients, in good order.
        </h1>
        <p className="mt-6 max-w-xl text-lg text-pretty text-teal-100">
          {portfolio.name} guides doctors through the ophthalmology portfolio pathway.{' '}
          {cataract.name} lets cataract surgeons share care with patients securely.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to={{ hash: 'pricing' }} tone="light" size="large">
            See plans and prices
          </ButtonLink>
          <ButtonLink to="/signup" tone="on-dark" size="large">
            Create an account
          </ButtonLink>
        </div>
        <ul className="mt-14 flex flex-wrap gap-x-8 gap-y-3 text-sm text-teal-100">
          {facts.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-2">
              <Icon aria-hidden="true" className="size-4 text-apricot-300" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
