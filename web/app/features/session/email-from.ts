/**
 * The e-mail that the page before handed on, so that nobody types it twice. A page that was just
 * loaded leaves the field to the visitor, who may be typing already.
 */
export function emailFrom(state: unknown): string {
  if (!globalThis.document?.documentElement.hasAttribute('data-live')) return '';
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}
