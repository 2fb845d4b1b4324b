/** The e-mail that the page before handed on, so that nobody types it twice. */
export function emailFrom(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}
