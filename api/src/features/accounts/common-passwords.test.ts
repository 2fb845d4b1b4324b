import { createHash } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordResets } from '../../db/schema.ts';
import { Invalid } from '../../http/errors.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { refuseOwnWords } from './common-passwords.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const commonest = dictionary['passwords-common'].slice(0, 3_000);
const [first = '', ...others] = commonest.filter(({ length }) => length >= 8);
const last = others.at(-1) ?? '';
const tooShort = 'Password must be at least 8 characters';
const tooCommon = 'This password is one of the most common ones. Please choose another.';
const refusalOf = (password: string) => (password.length < 8 ? tooShort : tooCommon);

/** One of the 3,000, in small letters, in capitals, or with a capital in front. */
const common = fc
  .tuple(fc.constantFrom(...commonest), fc.integer({ min: 0, max: 2 }))
  .map(([word, style]) => {
    if (style === 0) return word;
    return style === 1 ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  });

describe('one of the 3,000 commonest passwords', () => {
  it('opens no account, and the form is told why', async () => {
    await fc.assert(
      fc.asyncProperty(common, async (password) => {
        const reply = await server.client.post('/register', person({ password }));
        expect(reply.status).toBe(422);
        expect(reply.body.data.fields).toEqual({ password: refusalOf(password) });
      }),
      { numRuns: 200, examples: [[first], [last]] },
    );
  });
});

describe('a password that is hardly more than one of these', () => {
  const anna = person({
    first_name: 'Anna-Léa',
    last_name: "O'Brien",
    email: 'dr.a.brien@eye.test',
  });
  const ofNames = 'This password is little more than a name or an email. Please choose another.';
  const signUp = async (password: string) => {
    const email = `n${Math.random()}.${anna.email}`;
    return server.client.post('/register', { ...anna, email, password });
  };

  it.each([
    ...['Password1!', 'P@ssw0rd!', 'pa$$w0rd', '1Password!', 'Qwerty12!', 'Sunsh1ne!', 'aaaaaaaa'],
    ...['abababab', 'Abc1Abc1', 'abcdefgh', '98765432', 'éééééééé'],
  ])('%s opens no account', async (password) => {
    const reply = await signUp(password);
    expect([reply.status, reply.body.data?.fields]).toEqual([422, { password: tooCommon }]);
  });

  it.each([
    'Fernlea2026',
    'FernleaHealth!',
    'F3rnlea-1!',
    'AnnaBrien1',
    'annaléa2026',
    'dr.a.brien',
  ])('%s opens no account for somebody of that name, or with us', async (password) => {
    const reply = await signUp(password);
    expect([reply.status, reply.body.data?.fields]).toEqual([422, { password: ofNames }]);
  });

  const priya = person({ first_name: 'P', last_name: 'N', email: 'priya.nair@hospital.test' });
  const tiny = person({ first_name: 'P', last_name: 'N', email: 'dr@e1.x2.uk' });
  const müller = person({ first_name: 'P', last_name: 'N', email: 'dr@müller.test' });

  it.each([
    ...[
      [priya, 'priya.nair@hospital.test'],
      [priya, 'PRIYA.NAIR@Hospital.TEST'],
      [priya, 'ｐｒｉｙａ.nair＠hospital。test'],
      [priya, 'priya.nair@hospital.test-26'],
      [priya, 'Hospital.test'],
      [priya, 'H0spital-2026'],
      [priya, 'Nair@hospital'],
    ],
    ...[
      [tiny, 'dr@e1.x2.uk'],
      [tiny, 'Dr@E1.X2.uk-26'],
      [müller, 'DR@MÜLLER.test'],
      [müller, 'dr@mu\u0308ller.test'],
      [müller, 'dr@xn--mller-kva.test'],
    ],
  ] as const)('of %o, %s is their own e-mail', (owner, password) => {
    expect(() => refuseOwnWords('password', password, owner)).toThrow(Invalid);
  });

  it.each([
    [priya, 'Contest of 7 lenses'],
    [priya, 'hospital corridor'],
    [tiny, 'Brukner lens 4'],
  ] as const)('of %o, %s says enough beside it', (owner, password) => {
    expect(() => refuseOwnWords('password', password, owner)).not.toThrow();
  });

  it('is refused to its owner as an e-mail', async () => {
    const email = 'pn.lens@clinic.test';
    const reply = await server.client.post('/register', { ...anna, email, password: email });
    expect([reply.status, reply.body.data?.fields]).toEqual([422, { password: ofNames }]);
  });

  it.each(['Retina-2026', 'correct horse', 'Anna reads 7 books', 'Zz9!Zz9?Zz9'])(
    '%s does',
    async (password) => expect((await signUp(password)).status).toBe(201),
  );

  it('is refused to its owner by a reset link, too, which then still works', async () => {
    const { user } = await server.client.newUser(anna);
    const [key, keyHash] = ['a-key', createHash('sha256').update('a-key').digest('base64url')];
    const expiresAt = new Date(Date.now() + 60_000);
    const { db } = server.services;
    await db.insert(passwordResets).values({ keyHash, userId: user.id, expiresAt });
    const update = (newPassword: string) =>
      server.client.post('/update-password', { resetToken: key, newPassword });
    expect((await update('Brien-2026!')).body.data.fields).toEqual({ newPassword: ofNames });
    expect((await update('Cornea-2026!')).status).toBe(200);
  });
});
