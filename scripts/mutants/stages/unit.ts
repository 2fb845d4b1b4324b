import { appendFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../lib/postgres.ts';
import { type Ended, type Pair, runPairs } from '../copies.ts';
import type { Run } from '../runners.ts';
import { switchedTree } from '../scratch.ts';
import { leftFor, note, readLines, type Session, stopInTime, surveyOf } from '../session.ts';
import { candidatesFor, type Surveyed } from '../survey.ts';

/** Half of the product's tests import nothing of it that a mutant can be in. */
const TESTS = '{api,contract,web/app}/**/*.test.{ts,tsx}';
/** They take minutes, and what they notice others notice sooner: they are for those that are left. */
const LONG = /model\.test|searched-growth/;

/** As many test files as are tried before a mutant is left to be tried together with others. */
const AT_MOST = 4;
/** As many pairs as are run before what was found is kept. */
const BATCH = 24;

/**
 * Tries each mutant on the tests below the browser: first all on the likeliest file of each, then
 * those that are left on the next ones.
 */
export async function unit(session: Session): Promise<void> {
  const left = leftFor(session, 'unit');
  if (left.length === 0) return;
  const run = unitRun(session);
  const end = await withPostgres();
  try {
    for (let at = 0; at < AT_MOST; at++) await wave(session, run, at);
    for (const { id } of leftFor(session, 'unit')) {
      note(session, { id, stage: 'unit', kill: null, seconds: 0 });
    }
  } finally {
    await end();
  }
}

/** Tries all that are left on the file that is at a place in the order of their likeliest. */
async function wave(session: Session, run: Run, at: number): Promise<void> {
  const known = surveyOf(session, 'unit');
  const tried = join(session.work, 'tried.jsonl');
  const isDone = new Set(readLines<Pair>(tried).map(({ id, file }) => `${id} ${file}`));
  const surveyed = readLines<Surveyed>(known);
  const pairs = leftFor(session, 'unit').flatMap(({ id, ...mutant }) => {
    const file = candidatesFor({ id, ...mutant }, run, surveyed)[at];
    return file && !isDone.has(`${id} ${file}`) ? [{ id, file }] : [];
  });
  for (let from = 0; from < pairs.length; from += BATCH) {
    stopInTime(session);
    const some = pairs.slice(from, from + BATCH);
    const bare = [...new Set(some.map(({ file }) => file))]
      .filter((file) => !readLines<Surveyed>(known).some((each) => each.file === file))
      .map((file) => ({ file, id: 0 }));
    const ended = await runPairs([...some, ...bare], run);
    for (const each of ended.filter(({ id }) => id === 0)) keepSurveyed(known, each);
    for (const each of ended.filter(({ id }) => id > 0)) {
      keep(session, tried, each, readLines<Surveyed>(known));
    }
  }
}

function keepSurveyed(known: string, { file, outcome }: Ended): void {
  if (!outcome) return;
  const { failures, seconds } = outcome;
  const entry: Surveyed = { file, passes: failures.length === 0, seconds };
  appendFileSync(known, `${JSON.stringify(entry)}\n`);
}

/** Keeps what became of a pair; that of a file which fails without a mutant as well tells nothing. */
function keep(session: Session, tried: string, { id, file, outcome }: Ended, known: Surveyed[]) {
  appendFileSync(tried, `${JSON.stringify({ id, file })}\n`);
  // On a busy machine it may be late for no fault of its own.
  const failure = outcome?.failures.find(({ why }) => !/timed out/.test(why));
  const passes = known.find((each) => each.file === file)?.passes;
  process.stdout.write(`${id} ${file} ${outcome ? (failure?.test ?? 'passes') : 'not ended'}\n`);
  if (!failure || !passes || session.notes.some((each) => each.id === id && each.kill)) return;
  const kill = { by: 'unit' as const, test: `${file} > ${failure.test}`, why: failure.why };
  note(session, { id, stage: 'unit', kill, seconds: outcome?.seconds ?? 0 });
}

/** All tests below the browser that can notice a mutant; those that take minutes where `long` says so. */
export function unitRun(session: Session, { long = false } = {}): Run {
  const tree = switchedTree(session, 'switched-unit');
  const files = globSync(TESTS, { cwd: tree, exclude: (name) => name === 'node_modules' });
  return {
    tree,
    through: session.through,
    log: join(session.work, 'unit.log'),
    files: files
      .filter((file) => (long || !LONG.test(file)) && !/\.mutant-\d+\./.test(file))
      .sort(),
    active: [],
  };
}

/**
 * One server for all runs, or the one that the environment names. Each run makes its template anew
 * there, since a mutant may be in what makes it. Answers what ends it.
 */
export async function withPostgres(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {};
  const { url, stop } = await startPostgres(['autovacuum=off', 'synchronous_commit=off']);
  process.env.TEST_DATABASE_URL = url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await stop();
  };
}
