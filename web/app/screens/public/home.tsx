import { brand } from 'contract/brand';
import { pageMeta } from '../../lib/page-title.ts';
import { ChatButton } from './chat-button.tsx';
import { Closing } from './home-closing.tsx';
import { Hero } from './home-hero.tsx';
import { Pricing } from './home-pricing.tsx';
import { Products } from './home-products.tsx';
import { Questions } from './home-questions.tsx';
import { SignedOutNotice } from './signed-out-notice.tsx';
import { structuredData } from './structured-data.ts';

export const meta = () => [
  ...pageMeta(
    'Software for clinicians',
    `${brand.products.portfolio.name} for the portfolio pathway and ${brand.products.cataract.name} for secure cataract care. Try either free.`,
  ),
  structuredData,
];

/** / (product P1, P24 to P33) */
export default function Home() {
  return (
    <>
      <Hero />
      <Products />
      <Pricing />
      <Questions />
      <Closing />
      <ChatButton />
      <SignedOutNotice />
    </>
  );
}
