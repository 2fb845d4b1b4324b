/** ISO 3166-1 alpha-2, as far as Stripe knows them as the country of an address. */
const CODES = (
  'AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
  'BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET ' +
  'FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM ' +
  'IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ' +
  'ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF ' +
  'PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST ' +
  'SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS ' +
  'XK YE YT ZA ZM ZW'
).split(' ');

const names = new Intl.DisplayNames('en-GB', { type: 'region' });

/** Every country with its name, by name. */
export const COUNTRIES = CODES.map((code) => ({ code, name: countryName(code) })).toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en-GB'),
);

/** 'United Kingdom' for GB. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** Whether an address can be there. */
export function isCountry(code: string): boolean {
  return CODES.includes(code);
}

const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The type of a business's tax number in a country; null where none is taken here. */
export function taxIdTypeOf(country: string): 'gb_vat' | 'eu_vat' | null {
  if (country === 'GB') return 'gb_vat';
  return EU.has(country) ? 'eu_vat' : null;
}

const FORMS: Record<string, RegExp> = {
  gb_vat: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  eu_vat: /^[A-Z]{2}[A-Z0-9]{2,12}$/,
};

/** Whether a tax number has the form of its type; of a type that is not known here, any. */
export function hasTaxIdForm(type: string, value: string): boolean {
  return FORMS[type]?.test(value) ?? value.length > 0;
}
