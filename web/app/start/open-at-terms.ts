/**
 * `/terms` is the legal page opened at its terms; a section that the address names comes first. A
 * version that it names (`?version=`) has the terms alone.
 */
export function openAtTerms(): void {
  const { pathname, search, hash } = location;
  if (/^\/terms\/?$/.test(pathname) && !hash && !search.includes('version=')) {
    location.replace('#terms-of-service');
  }
}
