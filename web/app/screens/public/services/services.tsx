import { clsx } from 'clsx';
import { brand } from 'contract/brand';
import { pageMeta } from '../../../lib/page-title.ts';
import { IconCard } from '../icon-card.tsx';
import { SectionTitle } from '../section-title.tsx';
import { ServiceCard } from './service-card.tsx';
import { ServicesClosing } from './services-closing.tsx';
import { ServicesHero } from './services-hero.tsx';
import { services, steps, values } from './services-text.ts';

export const meta = () =>
  pageMeta(
    brand.assistant.name,
    'Presentations, audit reports, quality-improvement write-ups, scientific posters and portfolios for NHS clinicians, prepared with you.',
  );

const band = 'mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24';

/** /services (product P2, P34 to P37): what the service is, why, what and how. */
export default function Services() {
  return (
    <>
      <ServicesHero />
      <section aria-labelledby="values-title" className={clsx('lay-out-late', band)}>
        <SectionTitle id="values-title" title="Why clinicians hand it over" />
        <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {values.map((value) => (
            <IconCard key={value.title} {...value} />
          ))}
        </ul>
      </section>
      <section
        id="what-we-do"
        aria-labelledby="services-title"
        className="lay-out-late [--height-before:100rem] scroll-mt-16 border-y border-line bg-white"
      >
        <div className={band}>
          <SectionTitle
            id="services-title"
            title="What we can take on"
            text="Six kinds of project. Yours may fit one of them, or two at once."
          />
          <ul className="mt-10 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {services.map((service) => (
              <ServiceCard key={service.title} {...service} />
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="steps-title" className={clsx('lay-out-late', band)}>
        <SectionTitle id="steps-title" title="How it works" />
        <ol className="mt-10 grid gap-8 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-t-2 border-teal-600 pt-5">
              <p className="text-sm font-semibold text-teal-700 tabular-nums">Step {index + 1}</p>
              <h3 className="mt-1 text-lg font-semibold tracking-tight">{title}</h3>
              <p className="mt-2 leading-relaxed text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <ServicesClosing />
    </>
  );
}
