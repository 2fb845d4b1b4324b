export { formatDate, formatLongDate, formatPence, formatPounds } from 'contract/format';

const count = new Intl.NumberFormat('en-GB');

/** A whole number with thousands separators: '12,345'. */
export function formatCount(value: number): string {
  return count.format(value);
}
