import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runBounded } from './run-bounded.ts';

/** A test that failed, with the first line of why. */
export type Failure = { file: string; test: string; why: string };

/** What became of some test files: those that failed, how long each took, whether all were ended. */
export type Outcome = {
  failures: Failure[];
  seconds: Record<string, number>;
  isLate: boolean;
  /** When a test of which file was run, where several share their processes. */
  spans: { file: string; from: number; to: number }[];
};

export type Run = {
  tree: string;
  /** Test files, as paths from the tree's root. */
  files: string[];
  /** The mutants that are to be switched on. */
  active: number[];
  /** A folder where each process notes the mutants it comes by. */
  reached?: string;
  /** Whether the first failure is enough. */
  stopsEarly?: boolean;
  /** The addresses of a stack that runs already, for journeys that need none of their own. */
  stack?: string;
  /** Whether each file has modules of its own. */
  isIsolated?: boolean;
  /** What each heavy command is to be run by. */
  through: string[];
  log: string;
};

/** What a message says first, without its colours. */
export const firstLine = (text = '') => stripVTControlCharacters(text).trim().split('\n')[0] ?? '';

/** The programs are those of the tree: two copies of a test runner do not know each other. */
function envOf({ tree, active, reached, stack }: Run): NodeJS.ProcessEnv {
  const path = [join(tree, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { PATH: path, MUTANTS: active.join(','), MUTANTS_REACHED: reached, MUTANTS_STACK: stack };
}

/** Runs a test runner that writes a report, for no longer than a limit in milliseconds. */
export async function reported<Report>(
  run: Run,
  limit: number,
  command: (report: string) => { run: string[]; cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ report?: Report; isLate: boolean; ok: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-report-'));
  try {
    const file = join(folder, 'report.json');
    const { run: words, cwd, env } = command(file);
    const ended = await runBounded({
      run: [...run.through, ...words],
      cwd,
      env: { ...envOf(run), ...env },
      limit,
      log: run.log,
    });
    return {
      ...ended,
      report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A run that could not even begin its tests, or that had to be ended. */
export function without(isLate: boolean): Outcome {
  const failure = { file: '', test: '(the run)', why: isLate ? 'took too long' : 'no report' };
  return { isLate, seconds: {}, failures: [failure], spans: [] };
}
