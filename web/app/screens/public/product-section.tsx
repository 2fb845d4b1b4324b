import { clsx } from 'clsx';
import { ArrowUpRight, type LucideIcon } from 'lucide-react';
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
  features: readonly { icon: LucideIcon; title: string; text: string }[];
  /** The picture stands on the left. */
  mirrored?: boolean;
}

/** One product: what it is for, its screen, and what it does (spec 2.2). */
export function ProductSection(props: Props) {
  return (
    <section id={props.id} tabIndex={-1} aria-labelledby={`${props.id}-title`}>
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
            <ButtonLink to={sections.pricing} tone="quiet" size="large">
              See prices
            </ButtonLink>
          </div>
        </div>
        <div className="min-w-0">{props.picture}</div>
      </div>
      <ul className="mt-14 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-6">
        {props.features.map(({ icon: Icon, title, text }) => (
          <li
            key={title}
            className="border-t border-line pt-5 sm:max-lg:last:col-span-2 lg:col-span-2 lg:nth-[-n+2]:col-span-3"
          >
            <h3 className="flex items-center gap-3 font-semibold">
              <Icon aria-hidden="true" className="size-5 text-teal-600" />
              {title}
            </h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
