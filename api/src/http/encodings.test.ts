import { expect, it } from 'vitest';
import { acceptedEncodings } from './encodings.ts';

it.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['br', ['br', 'identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
  ['br;q=0', ['identity']],
  ['br; q=0.000, gzip', ['gzip', 'identity']],
  ['br;Q=0, gzip', ['gzip', 'identity']],
  ['gzip;q=0.5, identity', ['identity', 'gzip']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0.1, gzip', ['gzip', 'br', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['*;q=0', []],
  ['identity;q=0', []],
  ['br, identity;q=0', ['br']],
  ['gzip, *;q=0', ['gzip']],
  ['*;q=0, identity;q=0.1', ['identity']],
  ['brotli, x-br', ['identity']],
  ['br;q=nonsense', ['identity']],
])('of a caller who sends %j are taken %j', (header, taken) => {
  expect(acceptedEncodings(header)).toEqual(taken);
});

it('callers who make up new ones change nothing for others', () => {
  for (let n = 0; n < 2_000; n += 1) acceptedEncodings(`br;q=0.${n}`);
  expect(acceptedEncodings('gzip')).toEqual(['gzip', 'identity']);
});
