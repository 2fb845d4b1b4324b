import { type ClientLoaderFunctionArgs, type MetaArgs, redirectDocument } from 'react-router';

// The build writes these pages; the browser's code has none of them.
const written = import.meta.env.SSR ? await import('./pages.tsx') : undefined;

export const meta = ({ location }: MetaArgs) => written?.metaAt(location.pathname) ?? [];

/** Whoever comes from a page that React runs is sent on to the document. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): never {
  throw redirectDocument(request.url);
}

/** A public page: what stands until React has run the loader, so it is what the build writes. */
export function HydrateFallback() {
  return written && <written.PublicPage />;
}

/** Nothing: React runs no public page. */
export default function Document() {
  return null;
}
