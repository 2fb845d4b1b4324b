import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, Run } from './runners.ts';
import { runVitest } from './vitest.ts';

/** A test file that is to be run with one mutant; 0 is none. */
export type Pair = { file: string; id: number };

/** What became of a pair: nothing when it was not run to its end. */
export type Ended = Pair & { outcome?: Pick<Outcome, 'failures'> & { seconds: number } };

/**
 * Runs test files with a mutant each, in one run of Vitest: what costs most of a run of its own is
 * to start. Each is a copy beside the file, in modules of its own, that first switches its mutant on
 * and skips what is left of it after its first failure.
 */
export async function runPairs(
  pairs: Pair[],
  run: Omit<Run, 'files' | 'active'>,
): Promise<Ended[]> {
  const switches = join(run.tree, '.cache', 'switches');
  mkdirSync(switches, { recursive: true });
  const copies = pairs.map(({ file, id }) => {
    const copy = file.replace(/\.test\.(tsx?)$/, `.mutant-${id}.test.$1`);
    const module = join(switches, `${id}.ts`);
    writeFileSync(module, switchedOn(id));
    const text = readFileSync(join(run.tree, file), 'utf8');
    writeFileSync(join(run.tree, copy), `import ${JSON.stringify(module)};\n${text}`);
    return copy;
  });
  try {
    const { failures, seconds } = await runVitest({
      ...run,
      files: copies,
      active: [],
      isIsolated: true,
    });
    return pairs.map((pair, at) => {
      const copy = copies[at] ?? '';
      const taken = seconds[copy];
      if (taken === undefined) return pair;
      const own = failures
        .filter((failure) => failure.file === copy)
        .map((failure) => ({ ...failure, file: pair.file }));
      return { ...pair, outcome: { failures: own, seconds: taken } };
    });
  } finally {
    for (const copy of copies) rmSync(join(run.tree, copy));
  }
}

const switchedOn = (id: number): string => `
import { beforeEach } from 'vitest';
process.env.MUTANTS = '${id}';
let hasFailed = false;
beforeEach((context) => {
  if (hasFailed) context.skip();
  context.onTestFailed(() => {
    hasFailed = true;
  });
});
`;
