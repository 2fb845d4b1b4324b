import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { likelihood } from './likely.ts';
import type { Mutant } from './mutant.ts';
import { readReached } from './reached.ts';
import type { Outcome, Run } from './runners.ts';
import { readLines, stopInTime } from './session.ts';

/** What is known of a test file with no mutant switched on. */
export type Surveyed = {
  file: string;
  /** It passes in a tree that mutants are written into, so that a failure tells something. */
  passes: boolean;
  seconds: number;
  /** The mutants that it comes by, if that is known: in its tests, and where its modules are loaded. */
  inTests?: number[];
  atLoading?: number[];
};

type Runner = (run: Run) => Promise<Outcome>;

/** Runs test files without any mutant, to learn which they come by and whether they pass. */
async function survey(run: Run, runner: Runner): Promise<Surveyed[]> {
  const reached = mkdtempSync(join(tmpdir(), 'mutants-reached-'));

  const { failures, seconds, spans } = await runner({ ...run, active: [], reached });
  const notes = readReached(reached);
  rmSync(reached, { recursive: true });
  return run.files.map((file) => {
    const own = notes.filter((note) =>
      note.file ? relative(run.tree, note.file) === file : isWithin(note.at, file, spans),
    );
    const ids = (isInTest: boolean) => [
      ...new Set(own.filter((note) => note.isInTest === isInTest).map(({ id }) => id)),
    ];
    return {
      file,
      passes: !failures.some((failure) => failure.file === file || failure.file === ''),
      seconds: seconds[file] ?? 0,
      inTests: ids(true),
      atLoading: ids(false),
    };
  });
}

/**
 * Whether something happened while a file was run. The processes of journeys do not know whose they
 * are; what they do before the first test they do for all.
 */
function isWithin(at: number, file: string, spans: Outcome['spans']): boolean {
  const first = Math.min(...spans.map(({ from }) => from));
  if (spans.length === 0 || at < first) return true;
  // Chromium's log knows whole seconds.
  return spans.some((span) => span.file === file && span.from - 1000 <= at && at <= span.to + 1000);
}

/** A file that has not been surveyed is tried where it has more in common with a mutant than a word. */
const PROMISING = 8;

/**
 * The test files that can notice a mutant, the likeliest first. One that is evaluated at loading may
 * be noticed by any file, since modules are loaded once for many.
 */
export function candidatesFor(
  mutant: Mutant,
  { tree, files }: Pick<Run, 'tree' | 'files'>,
  surveyed: Surveyed[],
): string[] {
  return files
    .flatMap((file) => {
      const score = likelihood(mutant, { file, text: readFileSync(join(tree, file), 'utf8') });
      const known = surveyed.find((each) => each.file === file);
      if (known && !known.passes) return [];
      if (!known?.inTests) return score < PROMISING ? [] : [{ file, score }];
      const reaches = [...known.inTests, ...(known.atLoading ?? [])].includes(mutant.id);
      if (!reaches && !mutant.isStatic) return [];
      return [{ file, score: score - known.seconds / 2 }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ file }) => file);
}

/** Surveys files in batches, each kept in a file so that no batch is run twice. */
export async function surveyAll(
  kept: string,
  run: Run,
  runner: Runner,
  batch: number,
  until: number,
): Promise<Surveyed[]> {
  const known = readLines<Surveyed>(kept);
  const left = run.files.filter((file) => !known.some((each) => each.file === file));
  for (let from = 0; from < left.length; from += batch) {
    stopInTime({ until });
    const found = await survey({ ...run, files: left.slice(from, from + batch) }, runner);
    for (const each of found) appendFileSync(kept, `${JSON.stringify(each)}\n`);
    known.push(...found);
  }
  return known;
}
