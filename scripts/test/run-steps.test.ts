import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { check } from './result.ts';
import { chooseSteps, runSteps } from './run-steps.ts';
import { type Step, steps } from './steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const step = (
  name: string,
  run: Step['run'] = async () => check(true),
  after: string[] = [],
): Step => ({
  name,
  title: `The ${name}`,
  after,
  run,
});
const talking =
  (ok: boolean): Step['run'] =>
  async ({ log }) => {
    appendFileSync(log, 'what it said\n');
    return check(ok);
  };

async function run(...all: Step[]) {
  let printed = '';
  const results = await runSteps(all, folder, (text) => {
    printed += text;
  });
  return { printed, results };
}

test('a step that cannot run has failed with its reason, and what waits for it still runs', async () => {
  const broken = step('browser', () => Promise.reject(new Error('No Chromium was found')));
  const { printed, results } = await run(broken, step('lint', undefined, ['browser']));
  expect(results.map(({ failed }) => failed)).toEqual([1, 0]);
  expect(printed).toContain('No Chromium was found');
  expect(printed).toMatch(/The lint: 1 passed, 0 failed in \d+\.\d s/);
});

test('the output of a step is shown when it failed, and only then', async () => {
  expect((await run(step('lint', talking(false)))).printed).toContain('what it said');
  expect((await run(step('lint', talking(true)))).printed).not.toContain('what it said');
});

test('a step waits for those that it comes after, and for no other', async () => {
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const noting = (name: string, after: string[], wait = Promise.resolve()) =>
    step(name, () => wait.then(() => check(done.push(name) > 0)), after);
  const ran = run(
    noting('unit', [], gate.promise),
    noting('lint', []),
    noting('build', ['lint', 'not chosen']),
    noting('e2e', ['unit', 'build']),
  );
  await expect.poll(() => done).toEqual(['lint', 'build']);
  gate.resolve();
  expect((await ran).results.map(({ passed }) => passed)).toEqual([1, 1, 1, 1]);
  expect(done).toEqual(['lint', 'build', 'unit', 'e2e']);
});

test('each step waits for some before it alone, and the journeys for what they open', () => {
  const before: string[] = [];
  for (const { name, after } of steps) {
    expect(before).toEqual(expect.arrayContaining(after));
    before.push(name);
  }
  expect(steps.at(-1)).toMatchObject({ name: 'e2e', after: expect.arrayContaining(['build']) });
});

test('steps are chosen by name, in their own order; an unknown name is refused', () => {
  const all = [step('lint'), step('types'), step('unit')];
  const names = (chosen: Step[]) => chosen.map(({ name }) => name);
  expect(names(chooseSteps(all, []))).toEqual(['lint', 'types', 'unit']);
  expect(names(chooseSteps(all, ['unit', 'lint']))).toEqual(['lint', 'unit']);
  expect(() => chooseSteps(all, ['unti'])).toThrow('No such step: unti');
});
