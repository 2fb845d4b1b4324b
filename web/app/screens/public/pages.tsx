import type { ComponentType } from 'react';
import { type MetaDescriptor, useLocation } from 'react-router';
import { type documents, withoutSlash } from '../../lib/public-pages.ts';
import About, { meta as aboutMeta } from './about/about.tsx';
import Accessibility, { meta as accessibilityMeta } from './accessibility/accessibility.tsx';
import Home, { meta as homeMeta } from './home.tsx';
import { PublicLayout } from './layout.tsx';
import Legal, { meta as legalMeta } from './legal/legal.tsx';
import NotFound, { meta as notFoundMeta } from './not-found.tsx';
import Services, { meta as servicesMeta } from './services/services.tsx';

interface Page {
  Body: ComponentType;
  meta: () => MetaDescriptor[];
}

const legal = { Body: Legal, meta: legalMeta };
const notFound = { Body: NotFound, meta: notFoundMeta };

/** Every public page, by its address (product P1 to P6). */
const pages: Record<(typeof documents)[number], Page> = {
  '/': { Body: Home, meta: homeMeta },
  '/services': { Body: Services, meta: servicesMeta },
  '/about-us': { Body: About, meta: aboutMeta },
  '/accessibility': { Body: Accessibility, meta: accessibilityMeta },
  '/privacy': legal,
  '/privacy-policy': legal,
  '/terms': legal,
};

/** The page at an address, or the one that says that there is none. */
const pageAt = (pathname: string): Page =>
  pages[withoutSlash(pathname) as keyof typeof pages] ?? notFound;

/** What the head says of the page at an address. */
export const metaAt = (pathname: string): MetaDescriptor[] => pageAt(pathname).meta();

/** The page at the address that is being written, with header and footer. */
export function PublicPage() {
  const { Body } = pageAt(useLocation().pathname);
  return (
    <PublicLayout>
      <Body />
    </PublicLayout>
  );
}
