import { z } from 'zod';
import { countryCodes, euCountries } from './countries.ts';
import { endpoint } from './endpoint.ts';
import { text } from './text.ts';

/** One line of an invoice. */
function line(label: string, longest: number) {
  return text(longest, `${label} is required`, `${label} must be at most ${longest} characters`)
    .trim()
    .normalize()
    .refine((value) => !/\p{Cc}/u.test(value), 'This contains a character that cannot be stored');
}

const needed = (label: string, longest: number) =>
  line(label, longest).min(1, `${label} is required`);

/** Blanks, dots and hyphens in a VAT number are for the eye. */
const vatNumber = line('VAT number', 40)
  .transform((value) => value.replace(/[\s.-]/g, '').toUpperCase())
  .default('');

const britishForm = /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/;
const europeanForm = /^[A-Z]{2}[A-Z0-9]{2,12}$/;

/**
 * A VAT number as Stripe takes it: its type and its value, with the letters of the country before it.
 * Undefined for one that has another form, or is of a country whose numbers are not taken.
 */
export function taxIdOf(
  number: string,
  country: string,
): { type: 'gb_vat' | 'eu_vat'; value: string } | undefined {
  // Greece's numbers begin with EL, Northern Ireland's in trade with the Union with XI.
  const prefix = country === 'GR' ? 'EL' : country;
  const value = /^[A-Z]{2}/.test(number) ? number : `${prefix}${number}`;
  if (country === 'GB' && britishForm.test(value)) return { type: 'gb_vat', value };
  const isEuropean = euCountries.has(country)
    ? value.startsWith(prefix)
    : country === 'GB' && /^XI\d{9}$/.test(value);
  return isEuropean && europeanForm.test(value) ? { type: 'eu_vat', value } : undefined;
}

/** Who is billed and where, as it stands on the invoices to come. */
export const invoiceDetails = z.object({
  /** Whom the invoice is for; an organisation alone may stand here too. */
  name: needed('Name', 150),
  /** Who pays, where that is another: a trust, say. */
  organisation: line('Organisation', 150).default(''),
  line1: needed('Address', 200),
  line2: line('Address line 2', 200).default(''),
  city: needed('Town or city', 100),
  postcode: needed('Postcode', 16),
  country: z.enum(countryCodes, 'Choose a country'),
  vat_number: vatNumber,
  /** Of a purchase order, say. */
  reference: line('Reference', 100).default(''),
});

/** So long a line beside the organisation may be, by Stripe. */
const longestField = 140;

/** The same, with the rules for the VAT number of a country and for a name beside an organisation. */
export const checkedDetails = invoiceDetails
  .refine(
    ({ vat_number, country }) => vat_number === '' || taxIdOf(vat_number, country) !== undefined,
    { error: 'Enter a VAT number such as GB123456789', path: ['vat_number'] },
  )
  .refine(({ name, organisation }) => organisation === '' || name.length <= longestField, {
    error: `Name must be at most ${longestField} characters`,
    path: ['name'],
  });

const shownDetails = z.object(
  Object.fromEntries(Object.keys(invoiceDetails.shape).map((name) => [name, z.string()])) as Record<
    keyof typeof invoiceDetails.shape,
    z.ZodString
  >,
);
export type InvoiceDetails = z.infer<typeof shownDetails>;

/** What stands on the invoices of whoever asks; empty where nothing was given. */
export const readInvoiceDetails = endpoint({
  method: 'GET',
  path: '/user/invoice-details',
  access: 'signed-in',
  summary: 'Who is billed on my invoices',
  answer: z.object({ details: shownDetails }),
});

export const saveInvoiceDetails = endpoint({
  method: 'PUT',
  path: '/user/invoice-details',
  access: 'signed-in',
  summary: 'Say who is billed on my invoices from now on',
  body: checkedDetails,
  answer: z.object({ details: shownDetails }),
});
