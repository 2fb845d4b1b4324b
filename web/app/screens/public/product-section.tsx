import { clsx } from 'clsx';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { sections } from './places.ts';

interface Props {
  /** What the hash in the address names. */
  id: string;
  name: string;
  title: string;
  text: string;
  /** The product's own site. */
  site: string;
  picture: ReactNode;
  features: ReactNode;
  /** The picture stands on the left. */
  mirrored?: boolean;
}

/** One product: what it is for, its screen, and what it does (product P25). */
export function ProductSection(props: Props) {
  return (
    <section
      id={props.id}
      tabIndex={-1}
      aria-labelledby={`${props.id}-title`}
      className="lay-out-late [--height-before:100rem]"
    >
      <div className="grid items-center gap-x-14 gap-y-10 lg:grid-cols-2">
        <div className={clsx(props.mirrored && 'lg:order-last')}>
          <p className="text-sm font-semibold text-teal-700">{props.name}</p>
          <h2
            id={`${props.id}-title`}
            className="mt-3 text-3xl leading-[1.12] font-semibold tracking-tight sm:text-[2.5rem]"
          >
            {props.title}
          </h2>
          <p className="mt-5 max-w-xl text-lg text-ink-soft">{props.text}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a
              href={props.site}
              target="_blank"
              rel="noopener"
              className={buttonStyle({ size: 'large' })}
            >
              Visit {props.name}
              <ArrowUpRight aria-hidden="true" className="size-4.5" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
            <ButtonLink to={sections.pricing} tone="quiet" size="large" className="max-sm:px-0">
              See prices
            </ButtonLink>
          </div>
        </div>
        <div className="min-w-0">{props.picture}</div>
      </div>
      <div className="mt-14">{props.features}</div>
    </section>
  );
}
