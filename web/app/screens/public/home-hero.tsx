import { brand } from 'contract/brand';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Claims } from '../../ui/claims.tsx';
import { FernFrond } from '../../ui/fern-frond.tsx';
import { HeroPicture } from './pictures/hero-picture.tsx';
import { sections } from './places.ts';

/** The first thing a visitor reads; its two buttons lead to the two products (product P24). */
export function Hero() {
  const { portfolio, cataract } = brand.products;
  return (
    <section className="relative overflow-hidden bg-ink text-white">
      <FernFrond className="-right-24 -bottom-32 h-[46rem] opacity-25 sm:opacity-40 lg:right-[max(-4rem,calc(50%-44rem))]" />
      <div className="relative mx-auto grid max-w-6xl items-center gap-x-12 gap-y-14 px-4 pt-16 pb-14 sm:px-6 sm:pt-24 sm:pb-20 lg:grid-cols-[1.15fr_1fr]">
        <div>
          <h1 className="text-[2.5rem] leading-[1.06] font-semibold tracking-tight sm:text-6xl">
            Your portfolio and your patients, in good order.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-teal-100">
            {portfolio.name} guides ophthalmologists through the portfolio pathway. {cataract.name}{' '}
            lets cataract surgeons share files with patients securely. Two tools, made for
            clinicians who are short of time.
          </p>
          <div className="mt-9 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <ButtonLink to={sections.portfolio} tone="light" size="large">
              Explore {portfolio.name}
            </ButtonLink>
            <ButtonLink to={sections.cataract} tone="on-dark" size="large">
              Explore {cataract.name}
            </ButtonLink>
          </div>
          <Claims className="mt-10 gap-x-7" />
        </div>
        <HeroPicture />
      </div>
    </section>
  );
}
