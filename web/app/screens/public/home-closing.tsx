import { brand } from 'contract/brand';
import Mail from 'lucide-react/icons/mail';
import { ButtonLink } from '../../ui/button-link.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FernFrond } from '../../ui/fern-frond.tsx';
import { sections } from './places.ts';

/** The last word of the page, with the way to a person (product P32). */
export function Closing() {
  return (
    <section
      aria-labelledby="closing-title"
      className="lay-out-late relative overflow-hidden bg-ink text-white"
    >
      <FernFrond className="-right-24 -bottom-56 h-[40rem] opacity-30" />
      <div className="relative mx-auto max-w-6xl px-4 py-20 sm:px-6 sm:py-24">
        <h2
          id="closing-title"
          className="max-w-2xl text-3xl leading-[1.1] font-semibold tracking-tight sm:text-5xl"
        >
          Spend the evening on something other than paperwork.
        </h2>
        <p className="mt-5 max-w-xl text-lg text-teal-100">
          <span className="signed-in:hidden">Try it free</span>
          <span className="not-signed-in:hidden">Choose a plan</span>, or write to us first. Support
          answers day and night.
        </p>
        <div className="mt-9 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <ButtonLink to={sections.pricing} tone="light" size="large">
            Choose a plan
          </ButtonLink>
          <a
            href={`mailto:${brand.supportEmail}`}
            className={`${buttonStyle({ tone: 'on-dark', size: 'large' })} wrap-anywhere`}
          >
            <Mail aria-hidden="true" className="size-4.5 shrink-0" />
            {brand.supportEmail}
          </a>
        </div>
      </div>
    </section>
  );
}
