import type { Mutant } from './mutant.ts';
import type { Outcome } from './runners.ts';
import type { Kill } from './session.ts';

/** Runs one test file with some mutants switched on. */
export type TryFile = (file: string, active: number[]) => Promise<Outcome>;

/**
 * Which of several mutants a test file notices when they are all there, found by halving. One that
 * is only noticed together with others is not found, and is one that survives.
 */
async function blame(
  file: string,
  suspects: number[],
  tryFile: TryFile,
): Promise<Map<number, { test: string; why: string }>> {
  const found = new Map<number, { test: string; why: string }>();
  const look = async (some: number[]): Promise<void> => {
    if (some.length === 0) return;
    const { failures } = await tryFile(file, some);
    const [first] = failures;
    if (!first) return;
    if (some.length === 1) {
      found.set(some[0] as number, { test: `${file} > ${first.test}`, why: first.why });
      return;
    }
    const half = Math.ceil(some.length / 2);
    await look(some.slice(0, half));
    await look(some.slice(half));
  };
  await look(suspects);
  return found;
}

/**
 * Runs test files against all mutants that are left at once, since few of them will be noticed, and
 * finds out whose fault a failure is. A file is run again until it passes with all that then are
 * left: one mutant may hide another.
 */
export async function killTogether(
  mutants: Mutant[],
  files: string[],
  by: Kill['by'],
  tryFile: TryFile,
): Promise<Map<number, Kill>> {
  const killed = new Map<number, Kill>();
  for (const file of files) {
    for (;;) {
      const left = mutants.map(({ id }) => id).filter((id) => !killed.has(id));
      const found = await blame(file, left, tryFile);
      if (found.size === 0) break;
      for (const [id, kill] of found) killed.set(id, { by, ...kill });
    }
  }
  return killed;
}
