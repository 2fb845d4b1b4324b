import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { inMain, press, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';

const at = '2026-11-01T10:00:00.000Z';
const shown = '01/11/2026, 10:00';
const id = '019fa1c2-0000-7000-8000-00000000000e';
const url = 'https://portfolio.example/hooks';
const endpoint = {
  ...{ id, url, created_at: at, waiting: 0 },
  ...{ failing_since: null, disabled_at: null, previous_secret_until: null },
};
const delivery = {
  ...{ id, endpoint_id: id, url, type: 'access.revoked', user_id: id, version: 3 },
  ...{ created_at: at, status: 'delivered', attempts: 2, last_at: at, milliseconds: 12 },
  ...{ answer_status: 204, answer: '', next_at: null },
};
const path = '/admin/products/portfolio';
const nothing = { ...ok, data: [], next: null, previous: null };

beforeEach(() => {
  signIn('admin');
  vi.spyOn(console, 'error').mockReturnValue();
  for (const product of ['portfolio', 'cataract']) {
    for (const what of ['endpoints', 'keys', 'deliveries']) {
      stubCall(`/admin/products/${product}/${what}`, nothing);
    }
  }
});

test('nothing is connected at first, and each product has its own', async () => {
  open('/admin/connections');
  await screen.findByText('Nobody is told yet');
  await screen.findByText('No key yet');
  await screen.findByText('Nothing was sent yet');
  expect(texts(inMain('h2'))).toEqual(['Endpoints', 'Keys', 'Deliveries']);
  stubCall('/admin/products/cataract/keys', {
    ...ok,
    data: [...[{ id, name: 'The server', ending: 'Zq3a', created_at: at, expires_at: null }]].map(
      (key) => ({ ...key, last_used_at: at }),
    ),
  });
  await user.click(screen.getAllByRole('radio')[1] as HTMLElement);
  await screen.findByText(`Ends with Zq3a · last used ${shown} · runs until it is ended`);
  expect(screen.getAllByRole('radio')[1]).toBeChecked();
});

test('endpoints say how they do; a secret is shown once', async () => {
  const failing = { ...endpoint, id: `${id.slice(0, -1)}f`, url: 'https://other.example/' };
  const off = { failing_since: at, disabled_at: at, waiting: 7 };
  const list = stubCall(`${path}/endpoints`, { ...ok, data: [endpoint, { ...failing, ...off }] });
  open('/admin/connections');
  await screen.findByText(url);
  expect(texts(inMain('section:first-of-type li p'))).toEqual([
    `Added ${shown}`,
    `Nothing has arrived since ${shown} · switched off ${shown} · 7 waiting`,
  ]);
  stubCall(`${path}/endpoints/${failing.id}/enable`, { ...ok, message: 'Endpoint switched on' });
  await user.click(screen.getByRole('button', { name: `Switch on: ${failing.url}` }));
  await screen.findByText('Endpoint switched on');
  stubCall(`${path}/endpoints/${id}/test`, { ...ok, message: 'Test event queued', data: { id } });
  await user.click(screen.getByRole('button', { name: `Send test: ${url}` }));
  await screen.findByText('Test event queued');

  const made = { ...ok, message: 'New secret made', data: { id, secret: 'whsec_new' } };
  stubCall(`${path}/endpoints/${id}/rotate`, made);
  await user.click(screen.getByRole('button', { name: `New secret: ${url}` }));
  await user.click(await screen.findByRole('button', { name: 'New secret' }));
  expect(await screen.findByText('whsec_new')).toBeVisible();
  await press('I have copied it');
  expect(screen.queryByText('whsec_new')).toBeNull();

  list.body = { ...ok, data: [] };
  const gone = stubCall(`${path}/endpoints/${id}`, { ...ok, message: 'Endpoint removed' });
  await user.click(screen.getByRole('button', { name: `Remove: ${url}` }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText('Nobody is told yet');
  expect(gone.sent).toHaveLength(1);
});

test('an address that is refused says why beside it, and one that is taken gives its secret', async () => {
  open('/admin/connections');
  await screen.findByText('Nobody is told yet');
  const words = '10.0.0.1 is not on the public internet';
  const add = stubCall(`${path}/endpoints`, { success: false, error: words, message: words });
  add.status = 422;
  await user.type(screen.getByLabelText('Address of a new endpoint'), 'https://10.0.0.1/');
  await press('Add endpoint');
  await waitFor(() => expect(screen.getByLabelText('Address of a new endpoint')).toBeInvalid());
  expect(screen.getAllByText(words)[0]).toBeVisible();
});

test('deliveries tell what was answered, and are sent again', async () => {
  const tried = { ...delivery, status: 'waiting', answer_status: null, attempts: 1 };
  const refused = { ...tried, id: `${id.slice(0, -1)}a`, answer: 'The connection was refused' };
  const fresh = { ...tried, id: `${id.slice(0, -1)}b`, attempts: 0, answer: null };
  stubCall(`${path}/deliveries`, { ...nothing, data: [delivery, refused, fresh] });
  open('/admin/connections');
  const table = await screen.findByRole('table', { name: 'Deliveries' });
  expect(texts(table.querySelectorAll('tbody tr > :nth-child(-n+3)'))).toEqual([
    ...[`access.revoked${url}`, 'Delivered', '204Tried 2 times, answered in 12 ms'],
    ...[`access.revoked${url}`, 'Waiting'],
    'The connection was refusedTried once',
    ...[`access.revoked${url}`, 'Waiting', 'Not sent yetWaits to be sent'],
  ]);
  const resent = stubCall(`/admin/deliveries/${id}/resend`, {
    ...ok,
    message: 'Delivery queued again',
  });
  const buttons = screen.getAllByRole('button', { name: `Send again: access.revoked, ${url}` });
  await user.click(buttons[0] as HTMLElement);
  await screen.findByText('Delivery queued again');
  expect(resent.sent).toHaveLength(1);
});

test('an endpoint is sent everything again from a moment on', async () => {
  stubCall(`${path}/endpoints`, { ...ok, data: [endpoint] });
  open('/admin/connections');
  await user.click(await screen.findByRole('button', { name: `Send again from: ${url}` }));
  const send = await screen.findByRole('button', { name: 'Send again' });
  expect(send).toBeDisabled();
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01T09:30' } });

  const refusal = 'This endpoint is switched off. Switch it on first.';
  const again = stubCall(`${path}/endpoints/${id}/resend`, {
    ...{ success: false, error: refusal, message: refusal },
  });
  again.status = 409;
  await user.click(send);
  expect(await screen.findByText(refusal)).toBeVisible();
  Object.assign(again, {
    status: 200,
    body: { ...ok, message: 'Deliveries queued again', data: { count: 2 } },
  });
  await user.click(send);
  await screen.findByText('Deliveries queued again');
  expect(screen.queryByLabelText('From')).toBeNull();
  const sent = { method: 'POST', body: { since: new Date('2026-11-01T09:30').toISOString() } };
  expect(again.sent).toEqual([sent, sent]);
});

test('a key has a last day, to its end, and a day that is refused says why beside it', async () => {
  open('/admin/connections');
  await screen.findByText('No key yet');
  const words = 'Choose a day to come';
  const make = stubCall(`POST ${path}/keys`, {
    ...{ success: false, error: words, data: { fields: { expires_at: words } } },
  });
  make.status = 422;
  const day = screen.getByLabelText('Last day (optional)');
  await user.type(screen.getByLabelText('Name of a new key'), 'The server');
  fireEvent.change(day, { target: { value: '2026-01-31' } });
  await press('Make key');
  await waitFor(() => expect(day).toBeInvalid());
  expect(screen.getByText(words)).toBeVisible();

  const data = { id, key: 'pk_portfolio_new' };
  Object.assign(make, { status: 200, body: { ...ok, message: 'Key made', data } });
  fireEvent.change(day, { target: { value: '2027-01-31' } });
  await press('Make key');
  expect(await screen.findByText(data.key)).toBeVisible();
  expect(day).toHaveValue('');
  await press('I have copied it');
  await user.clear(screen.getByLabelText('Name of a new key'));
  await user.type(screen.getByLabelText('Name of a new key'), 'Without end');
  await press('Make key');
  await screen.findByText(data.key);
  expect(make.sent.map(({ body }) => body)).toEqual([
    { name: 'The server', expires_at: '2026-01-31T23:59:59Z' },
    { name: 'The server', expires_at: '2027-01-31T23:59:59Z' },
    { name: 'Without end', expires_at: null },
  ]);
});
