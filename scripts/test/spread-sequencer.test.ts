import { expect, test } from 'vitest';
import { spread } from './spread-sequencer.ts';

const files = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => letter + n);

const alike = () => 1;

test('what waits stands at even distances, the longest first and alone', () => {
  const order = spread(files('w', 4), files('c', 16), alike);
  expect(order.map((file) => file[0]).join('')).toBe('wccwcccccwcccccwcccc');
});

test('distances are sizes: the small files at the end are no room for what waits', () => {
  const sizes = new Map(files('c', 6).map((file, n) => [file, [16, 8, 4, 2, 1, 1][n] ?? 0]));
  const order = spread(files('w', 3), files('c', 6), (file) => sizes.get(file) ?? 0);
  expect(order).toEqual(['w0', 'c0', 'w1', 'c1', 'w2', 'c2', 'c3', 'c4', 'c5']);
});

test('whatever there is to run is run once, in its order', () => {
  for (let waiting = 0; waiting < 6; waiting++) {
    for (let computing = 0; computing < 60; computing++) {
      const [waits, computes] = [files('w', waiting), files('c', computing)];
      const order = spread(waits, computes, alike);
      expect(order.filter((file) => file.startsWith('w'))).toEqual(waits);
      expect(order.filter((file) => file.startsWith('c'))).toEqual(computes);
      expect(order).toHaveLength(waiting + computing);
    }
  }
});
