import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondsSince } from '../lib/seconds.ts';
import { failure, type Result } from './result.ts';
import type { Files, Step } from './steps.ts';

async function resultOf(step: Step, files: Files): Promise<Result> {
  try {
    return await step.run(files);
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}

async function runStep(step: Step, folder: string, print: (text: string) => void): Promise<Result> {
  const began = Date.now();
  const log = join(folder, `${step.name}.log`);
  writeFileSync(log, '');
  print(`\n${step.title} ...\n`);
  const result = await resultOf(step, { log, report: join(folder, `${step.name}.json`) });
  if (result.failed > 0 && existsSync(log)) print(`${readFileSync(log, 'utf8').trimEnd()}\n`);
  if (result.reason) print(`${result.reason}\n`);
  const verdict = `${result.passed} passed, ${result.failed} failed`;
  print(`${step.title}: ${verdict} in ${secondsSince(began)}\n`);
  return result;
}

/**
 * Runs each step as soon as those have ended that it waits for, all of them whatever happens, and prints
 * for each a heading, its result and its duration; the output of one that failed in full. Logs and
 * reports go to `folder`, which is emptied first.
 */
export async function runSteps(
  steps: Step[],
  folder: string,
  print: (text: string) => void,
): Promise<Result[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const results = new Map<string, Promise<Result>>();
  for (const step of steps) {
    const before = Promise.all(step.after.map((name) => results.get(name)));
    results.set(
      step.name,
      before.then(() => runStep(step, folder, print)),
    );
  }
  return Promise.all(results.values());
}

/** The steps with these names, in their own order; all when none is given. Throws on an unknown one. */
export function chooseSteps(all: Step[], names: string[]): Step[] {
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No such step: ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  }
  return names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all;
}
