import { type InvoiceDetails, taxIdOf } from 'contract/invoice-details';
import Stripe from 'stripe';
import { Invalid } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { findAccount } from '../../accounts/service.ts';
import { explainOutage, unlessDone, unlessMissing } from '../stripe/client.ts';
import { ensureCustomer } from '../stripe/customers/customers.ts';
import { findCustomerOfUser } from '../stripe/customers/customers-repository.ts';

/** The field of an invoice that holds what the customer wants to find on it. */
const referenceField = 'Reference';

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
    const { name, line1, line2, city, postcode, country, reference } = details;
    const id = await ensureCustomer(services, userId);
    // First what may be refused: then nothing has changed.
    if (env.BRAND_VAT_NUMBER !== undefined) await setTaxId(stripe, id, details);
    await stripe.customers.update(id, {
      name,
      address: { line1, line2, city, postal_code: postcode, country, state: '' },
      invoice_settings: {
        custom_fields: reference ? [{ name: referenceField, value: reference }] : '',
      },
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
  return {
    name: customer?.name ?? accountName,
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    postcode: address?.postal_code ?? '',
    country: address?.country ?? 'GB',
    vat_number: customer?.tax_ids?.data[0]?.value ?? '',
    reference: fields.find(({ name }) => name === referenceField)?.value ?? '',
  };
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
