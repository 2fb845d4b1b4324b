/** Percent with one decimal; zero when nothing changed, null for a growth from nothing. */
export function growth(now: number, before: number): number | null {
  if (now === before) return 0;
  return before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;
}

/** A share in percent with one decimal; null of nothing. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}
