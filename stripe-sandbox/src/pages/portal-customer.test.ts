import { expect, test } from 'vitest';
import { startTestSandbox } from '../testing/harness.ts';
import { openShop, postForm } from '../testing/shop.ts';

const LONDON = { line1: '1 Guy Street', city: 'London', postal_code: 'SE1 1AA', country: 'GB' };

test('tax ids are added, listed, refused by their form, changed in the portal and taken away', async () => {
  const { stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  const { id: customer } = shop.customer;
  const add = (value: string) => stripe.customers.createTaxId(customer, { type: 'gb_vat', value });
  await expect(add('GB12')).rejects.toMatchObject({ code: 'tax_id_invalid' });
  const { id } = await add('GB 123 456 789');
  const owned = await stripe.taxIds.list({ owner: { type: 'customer', customer } });
  expect(owned.data).toMatchObject([{ id, value: 'GB123456789', country: 'GB' }]);

  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      ...{ invoice_history: { enabled: true } },
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
    },
  });
  const portal = await stripe.billingPortal.sessions.create({
    ...{ customer, configuration: configuration.id },
  });
  const home = await (await fetch(portal.url)).text();
  expect(home).toContain('VAT number GB123456789');
  const form = { ...LONDON, name: 'St Elsewhere Trust' };
  const wrong = await postForm(`${portal.url}/customer`, { ...form, name: '', tax_id: 'x' });
  expect(await wrong.text()).toContain('Enter a name.');
  await postForm(`${portal.url}/customer`, { ...form, tax_id: 'GBGD001' });
  const { data } = await stripe.customers.listTaxIds(customer);
  expect(data).toMatchObject([{ value: 'GBGD001' }]);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({
    ...{ name: 'St Elsewhere Trust', address: LONDON },
  });
  await stripe.customers.deleteTaxId(customer, data[0]?.id ?? '');
  const { data: events } = await stripe.events.list({ limit: 20 });
  const told = events.map(({ type }) => type).filter((type) => type.includes('tax_id'));
  expect(told).toEqual([
    ...['customer.tax_id.deleted', 'customer.tax_id.created'],
    ...['customer.tax_id.deleted', 'customer.tax_id.created'],
  ]);
});
