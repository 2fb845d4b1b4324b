import { basename, dirname } from 'node:path';
import type { Mutant } from './mutant.ts';

const wordsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter(
      (word) =>
        word.length > 2 && !['src', 'app', 'api', 'web', 'test', 'tsx', 'spec'].includes(word),
    );

/**
 * How likely a test file, by its path and its text, is to notice a mutant: it names the text that is
 * changed, imports the file, lies beside it, or has words of its path.
 */
export function likelihood(mutant: Mutant, test: { file: string; text: string }): number {
  const name = basename(mutant.file).replace(/\.tsx?$/, '');
  const words = new Set(wordsOf(test.file));
  const own = new Set(wordsOf(mutant.file));
  const common = [...own].filter((word) => words.has(word)).length;
  const quoted = mutant.before.replaceAll(/^['"`{}\s]+|['"`{}\s]+$/g, '');
  let score = common * 4;
  if (mutant.mutator === 'text' && quoted.length > 3 && test.text.includes(quoted)) score += 30;
  if (test.text.includes(`/${name}.ts`)) score += 40;
  if (basename(test.file).startsWith(`${name}.`)) score += 30;
  if (dirname(test.file) === dirname(mutant.file)) score += 20;
  return score;
}
