/** An amount in the smallest unit as people write it: '£24.99'. */
export function formatMoney(amount: number, currency: string): string {
  const style = { style: 'currency', currency: currency.toUpperCase() } as const;
  const digits = new Intl.NumberFormat('en-GB', style).resolvedOptions().maximumFractionDigits ?? 2;
  return new Intl.NumberFormat('en-GB', style).format(amount / 10 ** digits);
}

/** A date as people write it: '21 December 2026'. UTC, from unix seconds. */
export function formatDate(instant: number, month: 'long' | 'short' = 'long'): string {
  return new Date(instant * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month,
    year: 'numeric',
    timeZone: 'UTC',
  });
}
