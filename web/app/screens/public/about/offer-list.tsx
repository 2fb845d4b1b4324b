import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { ArrowLink } from '../../../ui/text-link.tsx';
import { SectionTitle } from '../section-title.tsx';
import { type Offer, offers } from './about-text.ts';

/** What the company makes, with the way to each. */
export function OfferList() {
  return (
    <section aria-labelledby="offers-title" className="border-y border-line bg-white">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24">
        <SectionTitle id="offers-title" title="What we build" />
        <ul className="mt-8 divide-y divide-line border-y border-line">
          {offers.map((offer) => (
            <li
              key={offer.name}
              className="grid items-baseline gap-x-10 gap-y-3 py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_11.5rem]"
            >
              <div>
                <h3 className="text-xl font-semibold tracking-tight">{offer.name}</h3>
                <p className="mt-1 text-sm text-muted">{offer.audience}</p>
              </div>
              <p className="leading-relaxed text-ink-soft">{offer.text}</p>
              <OfferLink {...offer} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function OfferLink({ href, label, external }: Offer) {
  if (!external) return <ArrowLink to={href}>{label}</ArrowLink>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-9 items-center gap-1.5 rounded text-sm font-semibold text-teal-700 hover:text-teal-800"
    >
      {label}
      <ArrowUpRight aria-hidden="true" className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
