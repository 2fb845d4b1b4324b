import { brand } from 'contract/brand';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { NewTabButton } from '../../../ui/new-tab-button.tsx';
import { ProjectPicture } from './project-picture.tsx';

/** What the service is, for whom, and the way in. */
export function ServicesHero() {
  return (
    <section className="overflow-hidden bg-ink text-white">
      <div className="mx-auto grid max-w-6xl items-center gap-14 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div>
          <p className="text-sm font-semibold text-apricot-300">For NHS clinicians</p>
          <h1 className="mt-3 text-4xl leading-[1.08] font-semibold tracking-tight sm:text-6xl">
            {brand.assistant.name}
          </h1>
          <p className="mt-6 max-w-xl text-lg text-teal-100">
            The audit that only needs writing up. The poster that is due on Friday. You bring the
            work and the ideas, and we bring the hours to finish them well.
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <NewTabButton href={brand.assistant.formUrl} tone="light" size="large">
              Get Started
            </NewTabButton>
            <ButtonLink to="/services#what-we-do" tone="on-dark" size="large">
              See what we take on
            </ButtonLink>
          </div>
        </div>
        <ProjectPicture />
      </div>
    </section>
  );
}
