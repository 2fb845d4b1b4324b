import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, subscribe } from '../../../testing/subscriber.ts';
import { writePdf } from './pdf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const day = (moment: string | number) =>
  new Date(moment).toLocaleDateString('sv', { timeZone: 'Europe/London' });

describe('a statement', () => {
  it('says who paid whom what for which service, as JSON and as a file', async () => {
    const { client, user, token } = await server.client.newUser({ first_name: 'Zoë' });
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 40);
    const { payments } = (await client.get('/user/payments')).body;
    expect(payments).toHaveLength(2);
    const [last, first] = payments;
    const from = day(first.payment_date);
    const ask = (to: string, more = '') =>
      client.get(`/user/statement?from=${from}&to=${to}${more}`);
    const { data } = (await ask(day(last.payment_date))).body;
    expect(data).toMatchObject({
      paid_by: { name: `Zoë ${user.last_name}`, email: user.email },
      payments: [
        { id: first.id, service: 'Cataract Connect, Monthly subscription', amount: 14.99 },
        { id: last.id, refunded: 0 },
      ],
      total: 29.98,
    });
    expect(data.paid_to.slice(0, 2)).toEqual([
      'Fernlea Health Ltd',
      'Registered office: 14 Larch Row, Bristol BS1 0XX',
    ]);
    expect((await ask(from)).body.data.total).toBe(14.99);

    // A payment that credit paid most of: the VAT is that of the whole, which is said.
    const { db } = server.services;
    await db.execute(
      sql`update payments set amount = 82, credit = 1417, vat = 250 where id = ${last.id}`,
    );
    const paid = (await ask(day(last.payment_date))).body.data;
    expect(paid.payments[1]).toMatchObject({ amount: 0.82, credit: 14.17, vat: 2.5 });
    expect(paid.total).toBe(15.81);

    const file = await fetch(
      `${server.url}/api/user/statement?from=${from}&to=${day(last.payment_date)}&format=pdf`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="statement-/);
    const pdf = Buffer.from(await file.arrayBuffer()).toString('latin1');
    for (const text of [
      'Zoë',
      'of £14.99, paid with £14.17 of credit',
      'Cataract Connect, Monthly subscription',
      '£15.81',
    ]) {
      expect(pdf).toContain(Buffer.from(text, 'latin1').toString('hex'));
    }
  });

  it('of a year that is closed stays as it was, and what goes back later is in that of its own day', async () => {
    const admin = await server.admin();
    const { client, token } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 10);
    const [{ id, payment_date: paidAt }] = (await client.get('/user/payments')).body.payments;
    const of = async (from: string, to = from) =>
      (await client.get(`/user/statement?from=${from}&to=${to}`)).body.data;
    const closed = await of(day(paidAt));
    expect(closed).toMatchObject({ payments: [{ id, refunded: 0 }], refunds: [], total: 14.99 });
    await advanceDays(server, 5);
    const today = day(server.services.stripeClock.now().getTime());
    const refund = { amount: 499, reason: 'A bad week' };
    expect((await admin.post(`/admin/payments/${id}/refund`, refund)).status).toBe(200);
    await server.settled();
    expect(await of(day(paidAt))).toEqual(closed);
    expect(await of(today)).toMatchObject({
      payments: [],
      refunds: [
        {
          payment: id,
          amount: 4.99,
          paid: paidAt,
          service: 'Cataract Connect, Monthly subscription',
        },
      ],
      total: -4.99,
    });
    const whole = await of(day(paidAt), today);
    expect([whole.payments[0].refunded, whole.total]).toEqual([4.99, 10]);
    const file = await fetch(
      `${server.url}/api/user/statement?from=${today}&to=${today}&format=pdf`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    const pdf = Buffer.from(await file.arrayBuffer()).toString('latin1');
    for (const text of ['Refund: Cataract Connect, Monthly subscription of', '-£4.99']) {
      expect(pdf).toContain(Buffer.from(text, 'latin1').toString('hex'));
    }
    // Of what went back before it was noted when, no more is known than the day of the payment.
    const { db } = server.services;
    await db.execute(sql`update payments set refunded = 999 where id = ${id}`);
    expect(await of(day(paidAt))).toMatchObject({ payments: [{ refunded: 5 }], total: 9.99 });
    expect((await of(day(paidAt), today)).total).toBe(5);
  });

  it('of bad days is refused, and nobody reads another one’s', async () => {
    const { client } = await server.client.newUser();
    const backwards = await client.get('/user/statement?from=2026-04-06&to=2026-04-05');
    expect(backwards.status).toBe(422);
    expect(backwards.body.data.fields.to).toBe('Date To cannot be earlier than Date From');
    expect((await client.get('/user/statement?from=2026-04-06')).status).toBe(422);
    expect(
      (await client.get('/user/statement?from=2026-04-06&to=2027-04-05&format=doc')).status,
    ).toBe(422);
    const { body } = await client.get('/user/statement?from=2000-01-01&to=2100-01-01');
    expect(body.data).toMatchObject({ payments: [], total: 0 });
  });
});

it('a PDF keeps letters that its fonts have, and the rest without their marks', () => {
  const pdf = writePdf('Ł', [[{ x: 1, y: 1, text: 'Ünal – Đỗ' }]]).toString('latin1');
  expect(pdf).toContain(
    `<${Buffer.from([0xdc, 0x6e, 0x61, 0x6c, 0x20, 0x96, 0x20, 0x44, 0x6f]).toString('hex')}>`,
  );
  const place = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
  expect(pdf.slice(place, place + 4)).toBe('xref');
});
