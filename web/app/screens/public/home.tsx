import { brand } from 'contract/brand';
import { pageMeta } from '../../lib/page-title.ts';
import { Still } from '../../ui/still.tsx';
import { Pricing } from './home-pricing.tsx';
import { abovePrices, belowPrices } from './home-stills.ts';
import { structuredData } from './structured-data.ts';

export const meta = () => [
  ...pageMeta(
    'Software for clinicians',
    `${brand.products.portfolio.name} for the portfolio pathway and ${brand.products.cataract.name} for secure cataract care. Try either free.`,
  ),
  ...structuredData,
];

/** / (product P1, P24 to P33) */
export default function Home() {
  return (
    <>
      <Still of={abovePrices} />
      <Pricing />
      <Still of={belowPrices} />
    </>
  );
}
