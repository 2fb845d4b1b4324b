const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const london = { timeZone: 'Europe/London' } as const;
const shortDate = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const longDate = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const timeOfDay = new Intl.DateTimeFormat('en-GB', {
  ...london,
  hour: '2-digit',
  minute: '2-digit',
});

/** Pounds as money is shown everywhere: '£1,234.50' (product G27). */
export function formatPounds(amount: number): string {
  return pounds.format(amount);
}

/** Pence as money is shown everywhere. */
export function formatPence(pence: number): string {
  return pounds.format(pence / 100);
}

/** Pence to the pounds of the API's edge. */
export function toPounds(pence: number): number {
  return pence / 100;
}

/** '31/12/2026' in London, or 'Invalid Date' (product G28, G29). */
export function formatDate(value: string | Date | null | undefined): string {
  return formatWith(shortDate, value);
}

/** '31 December 2026' in London, or 'Invalid Date' (product G28, G29). */
export function formatLongDate(value: string | Date | null | undefined): string {
  return formatWith(longDate, value);
}

/** '31 December 2026, 09:05' in London, or 'Invalid Date'. */
export function formatMoment(value: string | Date | null | undefined): string {
  return `${formatWith(longDate, value)}, ${formatWith(timeOfDay, value)}`;
}

function formatWith(format: Intl.DateTimeFormat, value: string | Date | null | undefined): string {
  const date = new Date(value ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : format.format(date);
}
