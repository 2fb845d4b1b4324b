import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

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
