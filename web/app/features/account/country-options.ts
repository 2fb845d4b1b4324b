import { countryCodes } from 'contract/countries';

/** Every country by its name, the one that most are in first. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en-GB', { type: 'region' });
  const rank = ({ value }: { value: string }) => Number(value !== 'GB');
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en-GB'));
}
