import { addTaxId, removeTaxId, taxIdsOf } from '../billing/billing-details.ts';
import { countryName } from '../billing/countries.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import {
  type Asked,
  billingFields,
  readBillingForm,
  type Typed,
  typedOf,
} from './billing-fields.ts';
import { errorSummary } from './card-fields.ts';
import { textOf } from './card-form.ts';
import { type Errors, field } from './fields.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';
import { portalPage, portalPath } from './portal-view.ts';

type Session = Doc<'billing_portal.session'>;

/** What the portal lets a customer change of who is billed; nothing where that is switched off. */
function allowed(work: Work, session: Session): Asked & { name: boolean; isAny: boolean } {
  const { customer_update: update } = work.get(
    'billing_portal.configuration',
    session.configuration,
  ).features;
  const may = (what: (typeof update.allowed_updates)[number]) =>
    update.enabled && update.allowed_updates.includes(what);
  const asked = { name: may('name'), address: may('address'), business: may('tax_id') };
  return { ...asked, isAny: asked.name || asked.address || asked.business };
}

/** Who is billed, as the portal's home shows it, with the way to change it. */
export function billingSection(work: Work, session: Session): Html | null {
  if (!allowed(work, session).isAny) return null;
  const { name, address } = work.get('customer', session.customer);
  const taxIds = taxIdsOf(work, session.customer);
  const lines = [
    name,
    address?.line1,
    address?.line2,
    [address?.city, address?.postal_code].filter(Boolean).join(', '),
    address?.country && countryName(address.country),
    ...taxIds.map(({ value }) => `VAT number ${value}`),
  ];
  return html`<h2 class="label">Billing information</h2>
<p class="lines">${lines.filter(Boolean).join('\n') || 'None yet'}</p>
<a class="button plain" href="${portalPath(session, 'customer')}">Update information</a>`;
}

/** The form for who is billed. */
export function customerPage(
  work: Work,
  session: Session,
  attempt: { name: string; typed: Typed; errors: Errors } | null = null,
): Page {
  const may = allowed(work, session);
  const { name, address } = work.get('customer', session.customer);
  const [taxId] = taxIdsOf(work, session.customer);
  const known = typedOf({ address: address ?? null, businessName: null, taxId: taxId ?? null });
  const errors: Errors = attempt?.errors ?? new Map();
  const called = {
    ...{ name: 'name', label: 'Name', autocomplete: 'name' },
    value: attempt?.name ?? name ?? '',
  };
  const content = html`
<h1>Billing information</h1>
<p class="price">It stands on invoices from now on.</p>
${errorSummary(errors, null)}
<form method="post" action="${portalPath(session, 'customer')}" novalidate>
${may.name && field(called, errors)}
${billingFields({ address: may.address, business: false }, attempt?.typed ?? known, errors)}
${may.business && taxIdField(attempt?.typed ?? known, errors)}
<button type="submit">Save</button>
</form>`;
  const title = `${errors.size > 0 ? 'Error: ' : ''}Billing information`;
  return portalPage(session, title, content, errors.size > 0 ? 422 : 200);
}

function taxIdField({ tax_id: value }: Typed, errors: Errors): Html {
  const spec = { name: 'tax_id', label: 'VAT number (optional)', autocomplete: 'off' };
  return field({ ...spec, value, hint: 'Such as GB123456789', isOptional: true }, errors);
}

/** Saves who is billed; what is wrong otherwise. */
export function saveCustomer(work: Work, session: Session, body: unknown): Page | null {
  const may = allowed(work, session);
  const name = textOf(body, 'name');
  const { typed, details, errors } = readBillingForm(body, may);
  // A customer of the portal has a name, so a number needs no other one.
  errors.delete('business_name');
  if (may.name && !name) errors.set('name', 'Enter a name.');
  if (errors.size > 0) return customerPage(work, session, { name, typed, errors });
  const changes = {
    ...(may.name && { name }),
    ...(details.address && { address: details.address }),
  };
  work.change('customer', session.customer, changes, 'customer.updated');
  if (!may.business) return null;
  for (const known of taxIdsOf(work, session.customer)) {
    if (known.value !== details.taxId?.value) removeTaxId(work, known);
  }
  if (details.taxId) addTaxId(work, session.customer, details.taxId);
  return null;
}
