/** `/terms` is the legal page opened at its terms; a section that the address names comes first. */
export function openAtTerms(): void {
  if (/^\/terms\/?$/.test(location.pathname) && !location.hash) {
    location.replace('#terms-of-service');
  }
}
