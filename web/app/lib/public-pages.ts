/** Every page that anyone may read; each is written to HTML when the site is built. */
export const publicPages = [
  '/',
  '/services',
  '/about-us',
  '/privacy',
  '/privacy-policy',
  '/terms',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
] as const;

/** What unknown addresses are answered with. */
export const notFoundPage = '/404';

const sameAs: Record<string, string> = { '/privacy-policy': '/privacy', '/terms': '/privacy' };

/** The one path under which a public page is to be known; undefined for all other pages. */
export function canonicalPath(pathname: string): string | undefined {
  const path = pathname.replace(/(?<=.)\/$/, '');
  return publicPages.some((page) => page === path) ? (sameAs[path] ?? path) : undefined;
}
