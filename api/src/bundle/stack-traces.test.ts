import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nameSources } from './stack-traces.ts';

it.each([
  'Error: file:///%.js:1:2 is no address\n    at ask (/elsewhere/a.js:1:2)',
  `Error: no map\n    at ask (${join(import.meta.dirname, 'none.js')}:1:2)`,
])('what is not of the bundle, or has no map, is left as it was', (trace) => {
  expect(nameSources(trace)).toBe(trace);
});
