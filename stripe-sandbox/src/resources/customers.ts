import { addTaxId, taxIdsOf } from '../billing/billing-details.ts';
import { cancelNow } from '../billing/cancel-subscription.ts';
import { clockWithRoom } from '../clock/test-clock.ts';
import { email } from '../http/contact-params.ts';
import { equal, onClock, page, paging, pagingByTime } from '../http/list.ts';
import {
  hash,
  ignored,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  type Values,
} from '../http/params.ts';
import { route } from '../http/route.ts';
import { newCustomer } from '../shapes/customer.ts';
import { newBalanceTransaction } from '../shapes/customer-balance-transaction.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { addressOf, addressParam } from './address-param.ts';
import { attach } from './attach.ts';
import { readTaxId, taxIdParam } from './tax-id-param.ts';
import { mergeMetadata, present } from './updates.ts';

const fields = {
  address: addressParam,
  balance: integer,
  description: text,
  email,
  invoice_prefix: text,
  invoice_settings: hash({
    custom_fields: list(hash({ name: required(text), value: required(text) })),
    default_payment_method: text,
    footer: text,
  }),
  metadata,
  name: text,
  next_invoice_sequence: integer,
  phone: text,
  preferred_locales: list(text),
  tax: ignored,
  tax_exempt: oneOf('exempt', 'none', 'reverse'),
};

function changesFrom(
  customer: Doc<'customer'>,
  params: Values<typeof fields>,
): Partial<Doc<'customer'>> {
  const { address, invoice_settings: settings, tax, ...rest } = params;
  const changes = mergeMetadata(customer, rest);
  return {
    ...changes,
    ...(address !== undefined && { address: address && addressOf(address) }),
    ...(settings && { invoice_settings: { ...customer.invoice_settings, ...present(settings) } }),
  };
}

/** Removes a customer; its live subscriptions end at once, without credit. */
export function deleteCustomer(work: Work, id: string): Doc<'deleted_customer'> {
  const customer = work.get('customer', id);
  const options = { prorate: false, invoiceNow: false, details: {} };
  for (const subscription of work.store.all('subscription', equal('customer', id))) {
    if (['canceled', 'incomplete_expired'].includes(subscription.status)) continue;
    cancelNow(work, subscription, options);
  }
  for (const taxId of taxIdsOf(work, id)) work.store.remove('tax_id', taxId.id);
  for (const method of work.store.all('payment_method', equal('customer', id))) {
    work.save('payment_method', { ...method, customer: null });
  }
  const deleted: Doc<'deleted_customer'> = { id, object: 'customer', deleted: true };
  work.emit('customer.deleted', customer);
  work.store.remove('customer', id);
  work.save('deleted_customer', deleted);
  return deleted;
}

/** A balance that was set by hand is an adjustment in the list of its movements. */
function noteAdjustment(work: Work, before: Doc<'customer'>, after: Doc<'customer'>): void {
  if (before.balance === after.balance) return;
  const adjustment = newBalanceTransaction({
    customer: after.id,
    created: work.now(after.id),
    currency: after.currency ?? 'gbp',
    amount: after.balance - before.balance,
    ending_balance: after.balance,
    type: 'adjustment',
  });
  work.save('customer_balance_transaction', adjustment);
}

/** https://docs.stripe.com/api/customers */
export const customerRoutes = [
  route(
    'POST',
    '/v1/customers',
    { ...fields, payment_method: text, tax_id_data: list(taxIdParam), test_clock: text },
    (work, { payment_method, tax_id_data, test_clock, ...params }) => {
      const clock = test_clock ? clockWithRoom(work, test_clock) : null;
      const blank = newCustomer(work.now(), {});
      const created = clock?.frozen_time ?? blank.created;
      const given = { ...changesFrom(blank, params), test_clock: test_clock ?? null, created };
      const customer = work.add('customer', { ...blank, ...given }, 'customer.created');
      for (const given of tax_id_data ?? []) addTaxId(work, customer.id, readTaxId(given));
      if (!payment_method) return customer;
      const { id } = attach(work, payment_method, customer.id);
      const { invoice_settings: settings } = customer;
      // A ready-made token that is given twice is one card.
      if (settings.default_payment_method !== payment_method) return customer;
      const charged = {
        ...customer,
        invoice_settings: { ...settings, default_payment_method: id },
      };
      work.save('customer', charged);
      return charged;
    },
  ),
  route('GET', '/v1/customers/:id', {}, (work, _, id) => {
    return work.store.find('deleted_customer', id) ?? work.get('customer', id);
  }),
  route('POST', '/v1/customers/:id', { ...fields, default_source: text }, (work, params, id) => {
    const { default_source, ...rest } = params;
    const customer = work.get('customer', id);
    const method = rest.invoice_settings?.default_payment_method;
    if (method) work.get('payment_method', method, 'invoice_settings[default_payment_method]');
    const changed = work.change('customer', id, changesFrom(customer, rest), 'customer.updated');
    noteAdjustment(work, customer, changed);
    return changed;
  }),
  route('DELETE', '/v1/customers/:id', {}, (work, _, id) => deleteCustomer(work, id)),
  route(
    'GET',
    '/v1/customers',
    { ...pagingByTime, email: text, test_clock: text },
    (work, params) => {
      const filters = [...equal('email', params.email), ...onClock(params.test_clock)];
      return page(work, 'customer', params, filters, '/v1/customers');
    },
  ),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    { ...paging, type: text, allow_redisplay: text },
    (work, params, id) => {
      work.get('customer', id);
      const filters = [...equal('customer', id), ...equal('type', params.type)];
      return page(work, 'payment_method', params, filters, `/v1/customers/${id}/payment_methods`);
    },
  ),
  route('GET', '/v1/customers/:id/payment_methods/:method', {}, (work, _, id, method) => {
    work.get('customer', id);
    return work.get('payment_method', method);
  }),
];
