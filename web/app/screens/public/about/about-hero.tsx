import { brand } from 'contract/brand';
import { FernFrond } from '../../../ui/fern-frond.tsx';

/** Who we are. */
export function AboutHero() {
  const { portfolio, cataract } = brand.products;
  return (
    <section className="relative overflow-hidden bg-ink text-white">
      <FernFrond className="-right-32 -bottom-40 h-[44rem] opacity-20 lg:opacity-40 lg:right-[max(-6rem,calc(50%-44rem))]" />
      <div className="relative mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24">
        <p className="text-sm font-semibold text-apricot-300">About {brand.company}</p>
        <h1 className="mt-3 max-w-3xl text-4xl leading-[1.08] font-semibold tracking-tight sm:text-6xl">
          Less paperwork between clinicians and their patients.
        </h1>
        <p className="mt-6 max-w-2xl text-lg text-teal-100">
          {brand.company} is a health-tech company in Bristol. We make software and services for
          clinicians in the United Kingdom: {portfolio.name} for doctors on the portfolio pathway in
          ophthalmology, and {cataract.name} for cataract surgeons and their patients.
        </p>
      </div>
    </section>
  );
}
