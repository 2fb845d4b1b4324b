import { endpoints } from 'contract/endpoints';
import { text } from 'contract/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Every field of every body, query and path that any call takes. */
const fields = Object.entries(endpoints).flatMap(([call, { body, query, params }]) =>
  [body, query, params].flatMap((part) =>
    part instanceof z.ZodObject
      ? Object.entries(part.shape).map(
          ([name, rule]) => [`${call}: ${name}`, rule as z.ZodType] as const,
        )
      : [],
  ),
);

describe('a character that cannot be stored', () => {
  it.each(fields.filter(([name]) => !/password/i.test(name)))('is refused in %s', (_name, rule) => {
    for (const unstorable of ['a\u0000b', 'a\ud800b', 'b\udc00', '\u0000']) {
      expect(rule.safeParse(unstorable).success).toBe(false);
    }
  });
});

describe('the longest text that a body can hold', () => {
  const pieces = ['.', 'b.', '@', ' ', '0', '-', 'a'];
  const texts = pieces.map((piece) => `a@${piece.repeat(60_000 / piece.length)}@`);
  it.each(fields)('is looked at in no time in %s', (_name, rule) => {
    const began = performance.now();
    for (const long of texts) rule.safeParse(long);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

it('every text that can be stored is taken as it is, up to its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
      const storable = !value.includes('\u0000') && value.isWellFormed();
      const result = text(40).safeParse(value);
      expect(result.success).toBe(storable && value.length <= 40);
      if (result.success) expect(result.data).toBe(value);
    }),
  );
});
