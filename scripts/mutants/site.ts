import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { readReached } from './reached.ts';
import { runBounded } from './run-bounded.ts';
import type { Run } from './runners.ts';

const LIMIT = 300_000;

/** Screens that no page is written for when the site is built, though their modules are loaded. */
const NEVER_WRITTEN = /screens\/(admin|user|shell)\/|features\/(?!session|plans)|signed-in\//;

/**
 * The built product of a tree with mutants in it. Pages are written when the site is built, so that a
 * mutant of what writes them needs a build. Rejects when the product does not build without any.
 */
export async function prepareSite({ tree, through, log }: Run, work: string) {
  const [dist, usual] = [join(tree, 'dist'), join(work, 'usual-dist')];
  const kept = join(work, 'written.json');
  const build = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
    const run = [...through, 'npm', 'run', 'build'];
    return (await runBounded({ run, cwd: tree, env, limit: LIMIT, log })).ok;
  };
  if (!existsSync(kept)) {
    const reached = mkdtempSync(join(tmpdir(), 'mutants-reached-'));
    rmSync(dist, { recursive: true, force: true });
    if (!(await build({ MUTANTS_REACHED: reached }))) {
      throw new Error(`The product does not build with the mutants in it: see ${log}`);
    }
    replace(usual, dist);
    const ids = new Set(readReached(reached).map(({ id }) => id));
    writeFileSync(kept, JSON.stringify([...ids]));
    rmSync(reached, { recursive: true });
  }
  const written: number[] = JSON.parse(readFileSync(kept, 'utf8'));
  let isUsual = false;

  const isWrittenBy = ({ id, file, isStatic }: Mutant): boolean =>
    written.includes(id) && !(isStatic && NEVER_WRITTEN.test(file));
  const useUsual = (): void => {
    if (!isUsual) replace(dist, usual);
    isUsual = true;
  };
  /** Lets the site be as it is with some mutants. Answers whether it builds with them. */
  const switchTo = async (mutants: Mutant[]): Promise<boolean> => {
    useUsual();
    if (!mutants.some(isWrittenBy)) return true;
    isUsual = false;
    const current = join(dist, 'current.json');
    const parts = JSON.parse(readFileSync(current, 'utf8'));
    writeFileSync(current, JSON.stringify({ ...parts, site: undefined }));
    return build({ MUTANTS: mutants.map(({ id }) => id).join(',') });
  };
  return { isWrittenBy, useUsual, switchTo };
}

function replace(folder: string, by: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(by, folder, { recursive: true });
}
