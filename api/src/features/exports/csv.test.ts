import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCsv } from '../../testing/csv.ts';
import { csvLine } from './csv.ts';

const awkward = fc.constantFrom(
  '"',
  ',',
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
          const isGuarded = written === `'${cell}`;
          expect(isGuarded || written === String(cell ?? '')).toBe(true);
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
