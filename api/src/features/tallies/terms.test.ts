import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commonTerms, termTree } from './terms.ts';

const texts = fc.array(
  fc
    .array(fc.constantFrom('a', 'n', 'b', ' ', '\n', 'é'), { maxLength: 12 })
    .map((l) => l.join('')),
  { minLength: 1, maxLength: 12 },
);

function pieces(text: string): Set<string> {
  const all = new Set<string>();
  for (const line of text.split(/[\né]/)) {
    for (let from = 0; from < line.length; from += 1) {
      for (let to = from + 1; to <= line.length; to += 1) all.add(line.slice(from, to));
    }
  }
  return all;
}

it('finds every piece that enough texts contain, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 4 }), async (all, enough) => {
      const counts = new Map<string, number>();
      for (const text of all) {
        for (const piece of pieces(text)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
      }
      const expected = [...counts].filter(([, count]) => count >= enough).map(([piece]) => piece);
      expect((await commonTerms(all, enough)).toSorted()).toEqual(expected.toSorted());
    }),
  );
});

it('tells which terms are in a text, each once', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (known, asked) => {
      const tree = termTree(await commonTerms(known, 1));
      for (const text of asked) {
        const found = tree.findIn(text).map((index) => tree.terms[index]);
        expect(found.toSorted()).toEqual(tree.terms.filter((t) => text.includes(t)).toSorted());
      }
    }),
  );
});

it('lets everything else go on while it looks at many', async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `zoë nair\nperson${n}@hospital.test`);
  let turns = 0;
  let isDone = false;
  const counted = (async () => {
    for (; !isDone; turns += 1) await setImmediate();
  })();
  const began = performance.now();
  const terms = await commonTerms(many, 1_000);
  const took = performance.now() - began;
  isDone = true;
  await counted;
  expect(terms).toContain('@hospital.test');
  // A turn for each 10 ms, and some that the machine took for itself.
  expect(turns).toBeGreaterThan(took / 100);
});
