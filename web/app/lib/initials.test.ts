import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Ada', 'Byron', 'AB'],
  ['ada', undefined, 'A'],
  [undefined, undefined, 'U'],
  ['', '   ', 'U'],
  [' siobhán', 'ó Briain', 'SÓ'],
  ['👩🏽‍⚕️ Zoë', 'Nair', '👩🏽‍⚕️N'],
  ['نور', 'الهدى', 'نا'],
])('the initials of %j %j are %s', (first, last, expected) => {
  expect(initials(first, last)).toBe(expected);
});
