import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/paths.ts';
import { switchable } from './apply.ts';
import type { Mutant } from './mutant.ts';
import type { Session } from './session.ts';

/**
 * A clone of a commit to be changed at will, with the packages of this tree where the lock file is
 * the same, and with its own otherwise. One that is there already is put back to the commit.
 */
export function makeScratch(folder: string, commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  if (!existsSync(join(folder, '.git'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', root, folder]);
  }
  git('fetch', '-q', root, commit);
  git('checkout', '-q', '--force', '--detach', commit);
  if (!existsSync(join(folder, 'node_modules'))) install(folder);
  return folder;
}

function install(folder: string): void {
  const lock = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  for (const name of ['node_modules', 'web/node_modules']) {
    execFileSync('cp', ['-al', join(root, name), join(folder, name)]);
  }
  if (lock(folder) === lock(root)) return;
  execFileSync('npm', ['install', '--include=dev', '--no-audit', '--no-fund'], { cwd: folder });
}

/** The commit that this tree is at, or the one that a name stands for. */
export function commitOf(name = 'HEAD'): string {
  return execFileSync('git', ['rev-parse', name], { cwd: root, encoding: 'utf8' }).trim();
}

/** Writes all mutants into a tree, so that a process with `MUTANTS=<numbers>` has those of them. */
function writeSwitches(tree: string, mutants: Mutant[]): void {
  const functions = readFileSync(join(import.meta.dirname, 'switch.js.txt'), 'utf8');
  const files = Map.groupBy(mutants, ({ file }) => file);
  for (const [file, own] of files) {
    const path = join(tree, file);
    // What has a directive for the compiler or for the linter stays; neither looks at this tree.
    writeFileSync(path, switchable(readFileSync(path, 'utf8'), own, functions));
  }
}

/** A tree with all mutants of a session in it, each of them off. */
export function switchedTree({ work, commit, mutants }: Session, name: string): string {
  const tree = join(work, name);
  const mark = join(work, `${name}.json`);
  const state = JSON.stringify([
    commit,
    mutants.map(({ file, start, after }) => [file, start, after]),
  ]);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return tree;
  makeScratch(tree, commit);
  writeSwitches(tree, mutants);
  writeFileSync(mark, state);
  return tree;
}

/** The mutants as they stand in the older tree. */
export function asPreviously(mutants: Mutant[]): Mutant[] {
  return mutants.flatMap((mutant) =>
    mutant.previously ? [{ ...mutant, ...mutant.previously }] : [],
  );
}
