// Apart from format.ts, which public pages load, for what only admins read.

const monthName = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortMonthName = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
});

/** 'November 2026' for '2026-11'. */
export function formatMonth(month: string): string {
  return formatWith(monthName, `${month}-01`);
}

/** 'Nov' for '2026-11'. */
export function formatShortMonth(month: string): string {
  return formatWith(shortMonthName, `${month}-01`);
}

/** '21/11/2026, 07:05' in London, or 'Invalid Date' (product G28, G29). */
export function formatMoment(value: string): string {
  return formatWith(moment, value);
}

function formatWith(format: Intl.DateTimeFormat, value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : format.format(date);
}

const percent = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const growthPercent = new Intl.NumberFormat('en-GB', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** Percent growth with its sign: '+12.5%'. */
export function formatGrowth(growth: number): string {
  return `${growthPercent.format(growth)}%`;
}

/** A share in percent: '12.5%'. */
export function formatPercent(share: number): string {
  return `${percent.format(share)}%`;
}
