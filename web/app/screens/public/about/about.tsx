import { brand } from 'contract/brand';
import { pageMeta } from '../../../lib/page-title.ts';
import { IconCard } from '../icon-card.tsx';
import { SectionTitle } from '../section-title.tsx';
import { AboutHero } from './about-hero.tsx';
import { values } from './about-text.ts';
import { ContactSection } from './contact-section.tsx';
import { DataSection } from './data-section.tsx';
import { Mission } from './mission.tsx';
import { OfferList } from './offer-list.tsx';

export const meta = () =>
  pageMeta(
    'About Us',
    `${brand.company} builds software for clinicians: what we believe, what we make, how we treat data, and how to reach us.`,
  );

/** /about-us (product P3, P38, P39): who the company is, what it holds to and makes, and how to reach it. */
export default function About() {
  return (
    <>
      <AboutHero />
      <Mission />
      <section
        aria-labelledby="values-title"
        className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24"
      >
        <SectionTitle id="values-title" title="What we hold to" />
        <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {values.map((value) => (
            <IconCard key={value.title} {...value} />
          ))}
        </ul>
      </section>
      <OfferList />
      <DataSection />
      <ContactSection />
    </>
  );
}
