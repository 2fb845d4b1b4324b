import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCsv } from '../../testing/csv.ts';
import { csvLine } from './csv.ts';

const awkward = fc.constantFrom(
  '"',
  ',',
  ';',
  '\r',
  '\n',
  '\t',
  '=',
  '+',
  '-',
  '@',
  "'",
  ' ',
  '＝',
  'é',
  '\u200B',
  'a',
);
const text = fc.oneof(fc.string({ unit: awkward }), fc.string({ unit: 'binary' }));

it('gives back every text that is no formula, and every number', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { minLength: 1 }),
      (cells) => {
        const [line, ...more] = parseCsv(csvLine(cells));
        expect(more).toEqual([]);
        expect(line).toHaveLength(cells.length);
        for (const [n, cell] of cells.entries()) {
          const written = line?.[n] ?? '';
          // But for the apostrophes before what is like a formula.
          const guards = /(?<=^|[;\t\r\n])'(?=[\s"'\p{Cf}]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/gu;
          const plain = String(cell ?? '');
          expect(written.replaceAll(guards, '')).toBe(plain.replaceAll(guards, ''));
        }
      },
    ),
  );
});

it('lets no text begin like a formula, whatever blanks come before it', () => {
  fc.assert(
    fc.property(text, (cell) => {
      const [[written = ''] = []] = parseCsv(csvLine([cell]));
      expect(written).not.toMatch(/^[\s\u200B]*[=+\-@＝＋－＠]/);
      expect(written).not.toMatch(/^[\t\r]/);
    }),
  );
});

it.each([';', '\t'])('nor where a spreadsheet divides at %j and knows no quotes', (separator) => {
  fc.assert(
    fc.property(fc.array(text), (cells) => {
      // In exports an id comes first.
      const line = csvLine(['id', ...cells]);
      for (const part of line.split(separator)) expect(part).not.toMatch(/^[\s"]*[=+@＝＋－＠-]/);
    }),
  );
  expect(csvLine(['id', 'Ada;=1+1', 'Bo; -2'])).toBe('id,"Ada;\'=1+1","Bo;\' -2"\r\n');
});
