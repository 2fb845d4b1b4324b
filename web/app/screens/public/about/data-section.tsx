import { ArrowLink } from '../../../ui/text-link.tsx';
import { SectionTitle } from '../section-title.tsx';
import { dataFacts } from './about-text.ts';

/** How the company treats data, and where to read the whole of it. */
export function DataSection() {
  return (
    <section
      aria-labelledby="data-title"
      className="mx-auto grid max-w-6xl gap-10 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-16"
    >
      <div>
        <SectionTitle
          id="data-title"
          title="How we work with data"
          text="We keep what the service needs and can say of each piece what it is for."
        />
        <ArrowLink to="/privacy" className="mt-5">
          Read the privacy policy
        </ArrowLink>
      </div>
      <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {dataFacts.map(({ title, text }) => (
          <div key={title} className="border-t-2 border-teal-600 pt-4">
            <dt className="font-semibold tracking-tight">{title}</dt>
            <dd className="mt-1.5 leading-relaxed text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
