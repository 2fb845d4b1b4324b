import { expect, test } from 'vitest';
import { spread } from './spread-sequencer.ts';

const files = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => letter + n);

test('what waits stands at even distances, the longest first and alone', () => {
  const order = spread(files('w', 4), files('c', 16));
  expect(order.map((file) => file[0]).join('')).toBe('wccwcccccwccccwccccc');
});

test('whatever there is to run is run once, in its order', () => {
  for (let waiting = 0; waiting < 6; waiting++) {
    for (let computing = 0; computing < 60; computing++) {
      const [waits, computes] = [files('w', waiting), files('c', computing)];
      const order = spread(waits, computes);
      expect(order.filter((file) => file.startsWith('w'))).toEqual(waits);
      expect(order.filter((file) => file.startsWith('c'))).toEqual(computes);
      expect(order).toHaveLength(waiting + computing);
    }
  }
});
