import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from './message.ts';
import { startMailCatcher } from './server.ts';

type Catcher = Awaited<ReturnType<typeof startMailCatcher>>;

let folder: string;
let catcher: Catcher;
const start = () => startMailCatcher({ dataFile: join(folder, 'box', 'mail.sqlite') });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mail-catcher-'));
  catcher = await start();
});
afterEach(async () => {
  await catcher.close();
  rmSync(folder, { recursive: true });
});

const letter = {
  from: 'clinic@example.test',
  to: 'Ann <ann@example.test>',
  subject: 'Welcome',
  text: 'Hello Ann',
  html: '<p>Hello <b>Ann</b></p>',
};
const send = (changes: Partial<typeof letter> & { bcc?: string; date?: Date } = {}) =>
  createTransport(catcher.smtpUrl).sendMail({ ...letter, ...changes });
const messages = async () =>
  (await (await fetch(`${catcher.webUrl}/api/messages`)).json()) as Message[];

test('a mail sent over SMTP is listed with its addresses, subject, text and HTML', async () => {
  await send({ bcc: 'audit@example.test' });
  const [mail] = await messages();
  expect(mail).toMatchObject({
    to: 'ann@example.test, audit@example.test',
    subject: 'Welcome',
    html: expect.stringContaining(letter.html),
  });
  expect(mail?.text.trim()).toBe('Hello Ann');
  expect(new Date(mail?.at ?? '').toISOString()).toBe(mail?.at);
});

test('the mails to one address are asked for by it, however it is written', async () => {
  await send({ bcc: 'audit@example.test' });
  await send({ to: 'joann@example.test', subject: 'To another' });
  const subjectsTo = async (to: string) => {
    const answer = await fetch(`${catcher.webUrl}/api/messages?to=${encodeURIComponent(to)}`);
    return ((await answer.json()) as Message[]).map(({ subject }) => subject);
  };
  expect(await subjectsTo('ann@example.test')).toEqual(['Welcome']);
  expect(await subjectsTo('Audit@example.test')).toEqual(['Welcome']);
  expect(await subjectsTo('joann@example.test')).toEqual(['To another']);
  expect(await subjectsTo('example.test')).toEqual([]);
  expect(await subjectsTo('')).toEqual([]);
});

test('what is attached to a mail is kept with it, and can be read on the page', async () => {
  await createTransport(catcher.smtpUrl).sendMail({
    ...letter,
    attachments: [{ filename: 'Terms <1>.txt', content: 'All of it: £5' }],
  });
  const [mail] = await messages();
  expect(mail?.attachments).toEqual([
    { filename: 'Terms <1>.txt', contentType: 'text/plain', content: 'All of it: £5' },
  ]);
  const page = await (await fetch(`${catcher.webUrl}/messages/${mail?.id}`)).text();
  expect(page).toContain('Attached: Terms &lt;1&gt;.txt');
});

test('the newest mail comes first, and one can be read by its id', async () => {
  await send({ subject: 'First' });
  await send({ subject: 'Second' });
  const list = await messages();
  expect(list.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  const one = await fetch(`${catcher.webUrl}/api/messages/${list[1]?.id}`);
  expect(await one.json()).toEqual(list[1]);
});

test('a mail is dated as its sender dated it, and has its place among the others by that', async () => {
  await send({ subject: 'Now' });
  await send({ subject: 'Then', date: new Date('2026-03-01T09:30:00Z') });
  const list = await messages();
  expect(list.map(({ subject }) => subject)).toEqual(['Now', 'Then']);
  expect(list[1]?.at).toBe('2026-03-01T09:30:00.000Z');
  const page = await (await fetch(catcher.webUrl)).text();
  expect(page).toContain('1 Mar 2026');
});

test('an unknown id is answered with 404, a malformed one with 400', async () => {
  expect((await fetch(`${catcher.webUrl}/api/messages/99`)).status).toBe(404);
  expect((await fetch(`${catcher.webUrl}/messages/99/html`)).status).toBe(404);
  expect((await fetch(`${catcher.webUrl}/api/messages/none`)).status).toBe(400);
});

test('mails are still there after a restart', async () => {
  await send();
  await catcher.close();
  catcher = await start();
  expect(await messages()).toHaveLength(1);
});

test('deleting empties the mailbox', async () => {
  await send();
  const answer = await fetch(`${catcher.webUrl}/api/messages`, { method: 'DELETE' });
  expect(answer.status).toBe(204);
  expect(await messages()).toEqual([]);
});

test('the page escapes what the mail says about itself', async () => {
  await send({ subject: '<script>alert(1)</script>', text: '<img src=x>' });
  const page = await (await fetch(`${catcher.webUrl}/messages/1?view=text`)).text();
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x&gt;');
});

test("a mail's HTML is answered under a policy that lets nothing run or load", async () => {
  await send({ html: '<LINK rel="preconnect" href="//evil.test"><meta http-equiv=refresh>Hi' });
  const answer = await fetch(`${catcher.webUrl}/messages/1/html`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/^sandbox /);
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
  expect(await answer.text()).not.toMatch(/<(link|meta)/i);
});

test('a mail without HTML opens as text', async () => {
  await send({ html: '' });
  const page = await (await fetch(`${catcher.webUrl}/messages/1`)).text();
  expect(page).toContain('<pre>Hello Ann');
  expect(page).not.toContain('<iframe');
});

test('a request under another host name is refused, so that no site can rebind to it', async () => {
  const request = get(`${catcher.webUrl}/api/messages`, { headers: { host: 'evil.test' } });
  const [answer] = await once(request, 'response');
  expect(answer.statusCode).toBe(403);
  expect(await text(answer)).not.toContain('subject');
});

test('a second catcher on the same port is refused', async () => {
  await expect(startMailCatcher({ webPort: catcher.webPort })).rejects.toThrow('EADDRINUSE');
});
