import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/paths.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const named = (text: string) =>
  text
    .trim()
    .split(/[\s,]+/)
    .toSorted();
/** What triggers keep up: rows that are put back one by one make it again, those of a dump do not. */
const keptUp = ['paymentTallies', 'tallies', 'trialHolders', 'tallyChanges', 'tallyRecounts'];
keptUp.push('tallyTerms');

test('a dump leaves out what a backup does, and what is to be emptied after a recovery is the same (product O30, O32)', () => {
  const leftOut = [...read('api/src/db/backup.ts').matchAll(/schema\.(\w+), 'left out'\]/g)].map(
    ([, name = '']) => name,
  );
  const expected = leftOut
    .filter((name) => !keptUp.includes(name))
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .toSorted();
  expect(expected).toContain('sessions');
  expect(leftOut).toEqual(expect.arrayContaining(keptUp));
  const script = read('deploy/backup.sh');
  expect(named(/^without='([^']+)'/m.exec(script)?.[1] ?? '')).toEqual(expected);
  expect(script).toContain("$(printf -- '--exclude-table-data=public.%s ' $without)");
  const emptied = /^truncate ([^;]+);/m.exec(read('docs/operating.md'))?.[1] ?? '';
  expect(named(emptied)).toEqual(expected);
});
