import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../testing/choice.ts';
import type { Client } from '../../../testing/client.ts';
import { payOn } from '../../../testing/hosted-page.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, customerOf, sandboxState, subscribe } from '../../../testing/subscriber.ts';

const path = '/user/invoice-details';
const trust = {
  name: 'St Elsewhere NHS Foundation Trust',
  line1: 'Finance, 3rd floor',
  line2: '2 Guy Street',
  city: 'London',
  postcode: 'SE1 9RT',
  country: 'GB',
  vat_number: 'gb 654 4312 34',
  reference: 'PO 4711',
};
const kept = { ...trust, organisation: '', vat_number: 'GB654431234' };

const put = (client: Client, body: object) => client.put(path, body);

describe('with a VAT number', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ BRAND_VAT_NUMBER: 'GB123456789' });
  });
  afterAll(() => server.close());

  /** The invoices of somebody at Stripe, the newest first. */
  async function invoicesOf(userId: string) {
    const customer = await customerOf(server, userId);
    const { data } = await server.services.stripe.invoices.list({ customer });
    return data;
  }

  it('a checkout shows net, VAT and gross, and so do the invoice, the receipt and the statement', async () => {
    const { client, user } = await server.client.newUser();
    const { body } = await client.post('/subscriptions/checkout', choice('portfolio', 'yearly'));
    const page = (await (await fetch(body.checkout_url)).text()).replaceAll(/<[^>]+>/g, ' ');
    expect(page).toMatch(/Excluding VAT\s+£208\.33[\s\S]+VAT \(20%\)\s+£41\.67[\s\S]+£250\.00/);
    await payOn(body.checkout_url);
    await client.post('/subscriptions/checkout/confirm', { session_id: body.session_id });
    await advanceDays(server, 31);
    const [invoice] = await invoicesOf(user.id);
    expect(invoice).toMatchObject({
      ...{ total: 25_000, total_excluding_tax: 20_833, total_taxes: [{ amount: 4_167 }] },
      ...{ customer_address: { line1: '2 Guy Street', country: 'GB' } },
      footer: [
        'Fernlea Health Ltd',
        'Registered office: 14 Larch Row, Bristol BS1 0XX',
        'VAT number: GB123456789',
      ].join('\n'),
    });
    const [payment] = (await client.get('/user/payments')).body.payments;
    expect(payment).toMatchObject({ amount: 250, vat: 41.67, refunded: 0 });
    const receipt = (await mailsTo(server, user.email)).find(({ subject }) =>
      subject.startsWith('Receipt'),
    );
    expect(receipt?.text).toMatch(/Excluding VAT: £208\.33[\s\S]+VAT \(20%\): £41\.67/);

    // Given back in part: revenue is gross, and the invoice's figures stay.
    const admin = await server.admin();
    const revenue = async () =>
      (await admin.get('/admin/dashboard-stats')).body.data.total_revenue.amount;
    const before = await revenue();
    await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 4_900, reason: 'Goodwill' });
    await server.settled();
    expect(before - (await revenue())).toBe(49);
    const [after] = (await client.get('/user/payments')).body.payments;
    expect(after).toMatchObject({ amount: 250, vat: 41.67, refunded: 49 });
    const year = 'from=2000-01-01&to=2099-12-31';
    const { data } = (await client.get(`/user/statement?${year}`)).body;
    expect(data).toMatchObject({ payments: [{ amount: 250, vat: 41.67 }], total: 201 });
  });

  it('who is billed is given in the account, stands on the next invoice, and can be taken away', async () => {
    const { client, user } = await server.client.newUser();
    expect((await client.get(path)).body.details).toMatchObject({
      ...{ name: `${user.first_name} ${user.last_name}`, country: 'GB', line1: '' },
    });
    expect((await put(client, trust)).body).toMatchObject({
      ...{ message: 'Your invoice details were saved', details: kept },
    });
    await subscribe(client, 'portfolio', 'monthly');
    // The page asked anew, and what was typed there counts.
    expect((await client.get(path)).body.details).toMatchObject({
      ...{ line1: '2 Guy Street', vat_number: 'GB654431234' },
    });
    await put(client, trust);
    await advanceDays(server, 31);
    const [invoice] = await invoicesOf(user.id);
    expect(invoice).toMatchObject({
      customer_name: trust.name,
      customer_address: { line1: trust.line1, line2: trust.line2, postal_code: trust.postcode },
      customer_tax_ids: [{ type: 'gb_vat', value: kept.vat_number }],
      custom_fields: [{ name: 'Reference', value: trust.reference }],
    });
    // A new name of the account is not the trust's.
    const admin = await server.admin();
    await admin.put(`/admin/users/${user.id}`, { first_name: 'Amina' });
    await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
    expect((await client.get(path)).body.details.name).toBe(trust.name);
    await put(client, { ...trust, vat_number: '', reference: '' });
    expect((await client.get(path)).body.details).toMatchObject({ vat_number: '', reference: '' });
  });

  it('an organisation is billed, with the name of whom it pays for below it', async () => {
    const { client, user } = await server.client.newUser();
    const name = 'Priya Nair, Ophthalmology';
    const both = { ...kept, name, organisation: trust.name };
    expect((await put(client, both)).body.details).toEqual(both);
    await subscribe(client, 'cataract', 'monthly');
    const [invoice] = await invoicesOf(user.id);
    expect(invoice).toMatchObject({
      customer_name: trust.name,
      custom_fields: [
        { name: 'Name', value: name },
        { name: 'Reference', value: trust.reference },
      ],
    });
    const organisation = trust.name;
    expect((await client.get(path)).body.details).toMatchObject({ name, organisation });
    const alone = { ...kept, name, reference: '' };
    expect((await put(client, alone)).body.details).toEqual(alone);
    const customer = await server.services.stripe.customers.retrieve(
      await customerOf(server, user.id),
    );
    expect(customer).toMatchObject({ name, invoice_settings: { custom_fields: null } });
  });

  it('a business that a checkout asks for is the organisation', async () => {
    const { client, user } = await server.client.newUser();
    const { body } = await client.post('/subscriptions/checkout', choice('portfolio', 'monthly'));
    const business = { 'Business name': trust.name, 'VAT number': trust.vat_number };
    await payOn(body.checkout_url, undefined, business);
    expect((await client.get(path)).body.details).toMatchObject({
      ...{ name: `${user.first_name} ${user.last_name}`, organisation: trust.name },
      ...{ vat_number: kept.vat_number, line1: '2 Guy Street' },
    });
  });

  it.each([
    ['a country that there is not', { country: 'UK' }, 'Choose a country'],
    ['no name', { name: '  ' }, 'Name is required'],
    ['two lines in one', { line1: 'a\nb' }, 'This contains a character that cannot be stored'],
    ['a name that is too long', { name: 'a'.repeat(151) }, 'Name must be at most 150 characters'],
    [
      'a name that is too long for the line below an organisation',
      { name: 'a'.repeat(141), organisation: 'St Elsewhere' },
      'Name must be at most 140 characters',
    ],
    [
      'a VAT number of another form',
      { vat_number: 'GB12' },
      'Enter a VAT number such as GB123456789',
    ],
    [
      'a VAT number of another country',
      { country: 'FR', vat_number: 'GB123456789' },
      'Enter a VAT number such as GB123456789',
    ],
  ])('%s is refused, and nothing is kept', async (_what, wrong, words) => {
    const { client } = await server.client.newUser();
    const customers = async () => (await sandboxState(server)).customers?.length;
    const before = await customers();
    const { status, body } = await put(client, { ...trust, ...wrong });
    expect([status, body.error]).toEqual([422, words]);
    expect(await customers()).toBe(before);
  });

  it('goes with the account, and needs somebody who is signed in', async () => {
    const { client, user } = await server.client.newUser();
    await put(client, trust);
    const customer = await customerOf(server, user.id);
    const admin = await server.admin();
    expect((await admin.delete(`/admin/users/${user.id}`)).status).toBe(200);
    await server.settled();
    await expect
      .poll(() => server.services.stripe.customers.retrieve(customer, { expand: ['tax_ids'] }))
      .toMatchObject({
        ...{ name: null, address: null, tax_ids: { data: [] } },
        invoice_settings: { custom_fields: null },
      });
    expect((await server.client.get(path)).status).toBe(401);
    expect((await put(server.client, trust)).status).toBe(401);
  });

  it('what runs since before there was one gets VAT with the next comparison', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    const { stripe } = server.services;
    const customer = await customerOf(server, user.id);
    const { data } = await stripe.subscriptions.list({ customer });
    await stripe.customers.update(customer, { address: '', invoice_settings: { footer: 'Old' } });
    await stripe.subscriptions.update(data[0]?.id ?? '', { automatic_tax: { enabled: false } });
    await server.settled();
    expect(await stripe.subscriptions.retrieve(data[0]?.id ?? '')).toMatchObject({
      automatic_tax: { enabled: true },
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      ...{ address: { country: 'GB' } },
      invoice_settings: { footer: expect.stringContaining('VAT number: GB123456789') },
    });
  });
});

describe('without a VAT number', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('nothing of tax is sent to Stripe or shown, and an address and an organisation can be given', async () => {
    const { client, user } = await server.client.newUser();
    expect((await put(client, trust)).body.details).toEqual({ ...kept, vat_number: '' });
    const { body } = await client.post('/subscriptions/checkout', choice('portfolio', 'monthly'));
    expect(await (await fetch(body.checkout_url)).text()).not.toMatch(/VAT|Address line/);
    await payOn(body.checkout_url);
    await advanceDays(server, 31);
    const customer = await customerOf(server, user.id);
    const { data } = await server.services.stripe.invoices.list({ customer });
    expect(data[0]).toMatchObject({
      ...{ customer_name: trust.name, total: 2_499, total_taxes: [], customer_tax_ids: [] },
      automatic_tax: { enabled: false },
    });
    expect(await (await fetch(data[0]?.hosted_invoice_url ?? '')).text()).not.toContain('VAT');
    const [payment] = (await client.get('/user/payments')).body.payments;
    expect(payment.vat).toBe(0);
    const state = await sandboxState(server);
    expect(state.tax_ids ?? []).toEqual([]);
    expect(state.prices?.map(({ tax_behavior }) => tax_behavior)).not.toContain('inclusive');
  });
});
