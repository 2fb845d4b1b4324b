import { ChatButton } from './chat-button.tsx';
import { Closing } from './home-closing.tsx';
import { Hero } from './home-hero.tsx';
import { Products } from './home-products.tsx';
import { Questions } from './home-questions.tsx';

/** What stands above the prices. */
export function AbovePrices() {
  return (
    <>
      <Hero />
      <Products />
    </>
  );
}

/** What stands below them. */
export function BelowPrices() {
  return (
    <>
      <Questions />
      <Closing />
      <ChatButton />
    </>
  );
}
