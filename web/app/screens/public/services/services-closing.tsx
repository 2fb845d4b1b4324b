import { brand } from 'contract/brand';
import { FernFrond } from '../../../ui/fern-frond.tsx';
import { NewTabButton } from '../../../ui/new-tab-button.tsx';

/** The last word of the page: start, or ask first. */
export function ServicesClosing() {
  return (
    <section
      aria-labelledby="closing-title"
      className="lay-out-late mx-auto max-w-6xl px-4 pb-20 sm:px-6"
    >
      <div className="relative overflow-hidden rounded-card bg-teal-800 px-6 py-14 text-white sm:px-12 sm:py-16">
        <FernFrond lazy className="-right-16 -bottom-64 h-[34rem] opacity-25" />
        <div className="relative max-w-xl">
          <h2 id="closing-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
            Which project has waited longest?
          </h2>
          <p className="mt-4 text-lg text-teal-100">
            Tell us about it. The form takes a few minutes and commits you to nothing.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            <NewTabButton href={brand.assistant.formUrl} tone="light" size="large">
              Get Started
            </NewTabButton>
            <a
              href={`mailto:${brand.supportEmail}`}
              className="focus-on-dark inline-flex min-h-11 items-center rounded-sm font-medium text-white underline underline-offset-4 wrap-anywhere"
            >
              {brand.supportEmail}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
