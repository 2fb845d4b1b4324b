import { type InvoiceDetails, taxIdOf } from 'contract/invoice-details';
import Stripe from 'stripe';
import { Invalid } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { findAccount } from '../../accounts/service.ts';
import { explainOutage, unlessDone, unlessMissing } from '../stripe/client.ts';
import { ensureCustomer, hasOwnName } from '../stripe/customers/customers.ts';
import { findCustomerOfUser } from '../stripe/customers/customers-repository.ts';

/**
 * Lines of an invoice beside who is billed, which Stripe calls custom fields: whom it is for, where an
 * organisation is billed, and what the customer wants to find on it.
 */
const nameField = 'Name';
const referenceField = 'Reference';

/** Tells what was given here from what was typed at a checkout, which asks businesses alone. */
const givenHere = { invoice_details: 'given' };

/**
 * What stands on somebody's invoices, as Stripe has it: given here, at a checkout or in the portal.
 * Throws Unavailable while Stripe is away.
 */
export async function detailsOf(services: Services, userId: string): Promise<InvoiceDetails> {
  return explainOutage(async () => {
    const { firstName, lastName } = await findAccount(services, userId);
    const known = await findCustomerOfUser(services.db, userId);
    const customer = known ? await unlessMissing(retrieve(services, known)) : null;
    const there = customer?.deleted ? null : customer;
    return present(there, `${firstName} ${lastName}`);
  });
}

/**
 * Says at Stripe who is billed from now on, and answers it as Stripe has it. Without VAT nothing of tax
 * is sent. Throws Invalid for what Stripe refuses, Unavailable while it is away.
 */
export async function saveDetails(
  services: Services,
  userId: string,
  details: InvoiceDetails,
): Promise<InvoiceDetails> {
  const { stripe, env } = services;
  return explainOutage(async () => {
    const { name, organisation, line1, line2, city, postcode, country, reference } = details;
    const fields = [
      ...(organisation ? [{ name: nameField, value: name }] : []),
      ...(reference ? [{ name: referenceField, value: reference }] : []),
    ];
    const id = await ensureCustomer(services, userId);
    // First what may be refused: then nothing has changed.
    if (env.BRAND_VAT_NUMBER !== undefined) await setTaxId(stripe, id, details);
    await stripe.customers.update(id, {
      name: organisation || name,
      metadata: givenHere,
      address: { line1, line2, city, postal_code: postcode, country, state: '' },
      invoice_settings: { custom_fields: fields.length > 0 ? fields : '' },
    });
    return detailsOf(services, userId);
  });
}

function retrieve({ stripe }: Services, id: string) {
  return stripe.customers.retrieve(id, { expand: ['tax_ids'] });
}

function present(customer: Stripe.Customer | null, accountName: string): InvoiceDetails {
  const address = customer?.address;
  const fields = customer?.invoice_settings.custom_fields ?? [];
  const lineOf = (field: string) => fields.find(({ name }) => name === field)?.value;
  const billed = customer?.name ?? accountName;
  const person = lineOf(nameField) ?? (isBusiness(customer) ? accountName : undefined);
  return {
    name: person ?? billed,
    organisation: person === undefined ? '' : billed,
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    postcode: address?.postal_code ?? '',
    country: address?.country ?? 'GB',
    vat_number: customer?.tax_ids?.data[0]?.value ?? '',
    reference: lineOf(referenceField) ?? '',
  };
}

/** Whether who is billed was typed at a checkout, with the VAT number that only a business has. */
function isBusiness(customer: Stripe.Customer | null): boolean {
  if (!customer || customer.metadata.invoice_details === givenHere.invoice_details) return false;
  return hasOwnName(customer) && (customer.tax_ids?.data.length ?? 0) > 0;
}

/** Leaves the customer with that VAT number, or with none. */
async function setTaxId(
  stripe: Stripe,
  customer: string,
  { vat_number, country }: InvoiceDetails,
): Promise<void> {
  const wanted = vat_number ? taxIdOf(vat_number, country) : undefined;
  const there = await Array.fromAsync(stripe.customers.listTaxIds(customer, { limit: 100 }));
  const isThere = there.some(({ value }) => value === wanted?.value);
  if (wanted && !isThere) await addTaxId(stripe, customer, wanted);
  for (const { id, value } of there) {
    if (value !== wanted?.value) await unlessDone(stripe.customers.deleteTaxId(customer, id));
  }
}

async function addTaxId(
  stripe: Stripe,
  customer: string,
  taxId: NonNullable<ReturnType<typeof taxIdOf>>,
): Promise<void> {
  try {
    await stripe.customers.createTaxId(customer, taxId);
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid';
    if (!isRefused) throw error;
    throw new Invalid({ vat_number: 'Enter a VAT number such as GB123456789' });
  }
}
