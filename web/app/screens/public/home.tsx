import { brand } from 'contract/brand';
import { pageMeta } from '../../lib/page-title.ts';
import { Hero } from './home-hero.tsx';
import { Pricing } from './home-pricing.tsx';

export const meta = () =>
  pageMeta(
    'Software for clinicians',
    `${brand.products.portfolio.name} for the portfolio pathway and ${brand.products.cataract.name} for secure cataract care. Try either free.`,
  );

/** / (spec 2.2) */
export default function Home() {
  return (
    <>
      <Hero />
      <Pricing />
    </>
  );
}
