/** The public pages, which are read: documents that do without React. */
export const documents = [
  '/',
  '/services',
  '/about-us',
  '/accessibility',
  '/privacy',
  '/privacy-policy',
  '/terms',
] as const;

/** Every page that anyone may open; each is written to HTML when the site is built. */
export const publicPages = [
  ...documents,
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/confirm-email',
  '/undo-email',
] as const;

/** What unknown addresses are answered with. */
export const notFoundPage = '/404';

const sameAs: Record<string, string> = { '/privacy-policy': '/privacy', '/terms': '/privacy' };

/** A path as the lists here write it. */
export const withoutSlash = (pathname: string): string => pathname.replace(/(?<=.)\/$/, '');

/** The one path under which a public page is to be known; undefined for all other pages. */
export function canonicalPath(pathname: string): string | undefined {
  const path = withoutSlash(pathname);
  return publicPages.some((page) => page === path) ? (sameAs[path] ?? path) : undefined;
}
