/** The id of what a resource of Stripe's refers to, named or expanded; null for nothing. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
