import { readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { changed } from './apply.ts';
import type { Mutant } from './mutant.ts';
import { runBounded } from './run-bounded.ts';
import type { Kill } from './session.ts';

type Options = { tree: string; through: string[]; log: string };
type Program = 'root' | 'web' | 'lint';
type Fault = { by: 'types' | 'lint'; program: Program; file: string; line: number; why: string };

const LIMIT = 300_000;

/**
 * Looks with the compiler and the linter at many mutants at once, one of a statement at a time. A fault
 * in the statement that a mutant is in is its own. What is left is looked at again without those, in
 * halves while there are faults anywhere else. Formatting is not looked at, and neither is code that
 * nothing uses any more: they tell that a text was changed, and not that it is wrong.
 */
export async function checkAll(mutants: Mutant[], options: Options): Promise<Map<number, Kill>> {
  const killed = new Map<number, Kill>();
  for (let rest = mutants; rest.length > 0; ) {
    const round = apart(rest);
    await checkRound(round, options, killed);
    rest = rest.filter((mutant) => !round.includes(mutant));
  }
  return killed;
}

/** As many as stand in statements of their own. */
function apart(mutants: Mutant[]): Mutant[] {
  const chosen: Mutant[] = [];
  for (const mutant of mutants) {
    const { file, scope } = mutant;
    const meets = (other: Mutant) =>
      other.file === file && other.scope.from <= scope.to && scope.from <= other.scope.to;
    if (!chosen.some(meets)) chosen.push(mutant);
  }
  return chosen;
}

async function checkRound(
  round: Mutant[],
  options: Options,
  killed: Map<number, Kill>,
  programs: readonly Program[] = ['root', 'web', 'lint'],
): Promise<void> {
  const faults = await withAll(options.tree, round, () => faultsOf(options, programs));
  const left = round.filter((mutant) => {
    const own = faults.find((fault) => isOf(mutant, fault));
    if (own) killed.set(mutant.id, { by: own.by, test: '', why: own.why });
    return !own;
  });
  const foreign = faults.filter((fault) => !round.some((mutant) => isOf(mutant, fault)));
  const [first] = foreign;
  if (!first || left.length === 0) return;
  const again = [...new Set(foreign.map(({ program }) => program))];
  if (left.length < round.length) return checkRound(left, options, killed, again);
  if (left.length === 1 && left[0]) {
    killed.set(left[0].id, { by: first.by, test: first.file, why: first.why });
    return;
  }
  // What another file is told of is most often the contract's.
  const sorted = left.toSorted((a, b) => order[a.area] - order[b.area]);
  const half = Math.ceil(left.length / 2);
  const several = sorted.findLastIndex(({ area }) => area === 'contract') + 1;
  const cut = several > 0 && several < left.length ? several : half;
  await checkRound(sorted.slice(0, cut), options, killed, again);
  await checkRound(sorted.slice(cut), options, killed, again);
}

const order = { contract: 0, api: 1, web: 2 };

/** What is unused now was used in what a mutant has changed, wherever it was declared. */
function isOf(mutant: Mutant, { file, line, why }: Fault): boolean {
  if (file !== mutant.file) return false;
  const [, unused] = /TS6\d{3}: '(\w+)'/.exec(why) ?? [];
  if (unused && mutant.before.includes(unused)) return true;
  // All of an import: it does not say of what.
  if (why.includes('TS6192')) return true;
  return mutant.scope.from <= line && line <= mutant.scope.to;
}

async function faultsOf(
  { tree, through, log }: Options,
  programs: readonly Program[],
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const program of programs) {
    const from = readFileSync(log, { encoding: 'utf8', flag: 'a+' }).length;
    const run = [...through, ...commands[program]];
    await runBounded({ run, cwd: tree, limit: LIMIT, log });
    const output = readFileSync(log, 'utf8').slice(from);
    faults.push(...(program === 'lint' ? linted(output, tree) : compiled(output, program)));
  }
  return faults;
}

const commands: Record<Program, string[]> = {
  root: ['tsc', '-p', 'tsconfig.json'],
  web: ['tsc', '-p', 'web/tsconfig.json'],
  lint: [
    'biome',
    'lint',
    '--reporter=github',
    '--diagnostic-level=error',
    '--max-diagnostics=none',
    '.',
  ],
};

const compiled = (output: string, program: Program): Fault[] =>
  [...output.matchAll(/^(\S+?)\((\d+),\d+\): (error .*)$/gm)].map(
    ([, file = '', line, why = '']) => ({
      by: 'types',
      program,
      file,
      line: Number(line),
      why,
    }),
  );

/**
 * A real fault would not say `true` where it means a condition; of imports the compiler says more.
 */
const linted = (output: string, tree: string): Fault[] =>
  [...output.matchAll(/^::error title=([^,]+),file=([^,]+),line=(\d+).*?::(.*)$/gm)]
    .map(([, rule = '', file = '', line, why = '']) => ({
      by: 'lint' as const,
      program: 'lint' as const,
      file: isAbsolute(file) ? relative(tree, file) : file,
      line: Number(line),
      why: `${rule}: ${why}`,
    }))
    .filter(({ why }) => !/noConstantCondition|noUnusedImports/.test(why));

async function withAll<T>(tree: string, mutants: Mutant[], act: () => Promise<T>): Promise<T> {
  const texts = new Map<string, string>();
  try {
    // From the end of each file, so that what is before keeps its place.
    for (const mutant of mutants.toSorted((a, b) => b.start - a.start)) {
      const path = join(tree, mutant.file);
      const text = readFileSync(path, 'utf8');
      if (!texts.has(path)) texts.set(path, text);
      writeFileSync(path, changed(text, { ...mutant, after: asLong(mutant) }));
    }
    return await act();
  } finally {
    for (const [path, text] of texts) writeFileSync(path, text);
  }
}

/** On as many lines as what it replaces, so that no other line has another number. */
const asLong = ({ before, after }: Mutant): string =>
  after + '\n'.repeat(before.split('\n').length - after.split('\n').length);

/** Makes what the types of the web are partly made of. */
export async function prepareTypes({ tree, log }: Options): Promise<void> {
  const run = ['react-router', 'typegen'];
  await runBounded({ run, cwd: join(tree, 'web'), limit: LIMIT, log });
}
