import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const STARTS = 'export async function startStack(';

/** A stack that outlives a run of journeys, for mutants that only the browser has. */
const shared = `
export async function startStack(options: StackOptions): Promise<Stack> {
  const addresses = process.env.MUTANTS_STACK;
  const stack = addresses && !options.pglite ? JSON.parse(addresses) : await startOwn(options);
  if (stack.stop) return stack;
  const { advanceDays, now } = clockOf(stack.sandboxUrl);
  return { ...stack, advanceDays, now, stop: async () => {} };
}

function clockOf(sandboxUrl: string): Pick<Stack, 'advanceDays' | 'now'> {
  const clock = sandboxUrl + '/sandbox/clock';
  return {
    async advanceDays(days) {
      const body = JSON.stringify({ advance_days: days });
      await fetch(clock, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    },
    now: async () => ((await (await fetch(clock)).json()) as { now: number }).now * 1000,
  };
}
`;

const KEEPER = `
import { startStack } from './support/stack.ts';
const stack = await startStack({ pglite: true, history: false, example: false });
const { url, sandboxUrl, mailUrl } = stack;
process.stdout.write(JSON.stringify({ url, sandboxUrl, mailUrl }) + '\\n');
process.stdin.resume().once('end', async () => {
  await stack.stop();
  process.exit();
});
`;

/** Lets the journeys of a tree use a stack that runs already, where `MUTANTS_STACK` says so. */
export function allowSharedStack(tree: string): void {
  const file = join(tree, 'e2e/support/stack.ts');
  const text = readFileSync(file, 'utf8');
  if (text.includes('MUTANTS_STACK')) return;
  if (!text.includes(STARTS)) throw new Error(`${file} starts no stack any more`);
  writeFileSync(file, text.replace(STARTS, 'async function startOwn(') + shared);
}

/** Whether a journey can do with a stack that others have used, and leaves it usable. */
export const canShare = (spec: string): boolean =>
  !/kill\w+Restart|whileStopped|advanceDays/.test(spec);

/** Starts the product of a tree. Answers its addresses, and what ends it. */
export async function keepStack(
  tree: string,
): Promise<{ addresses: string; end: () => Promise<void> }> {
  const keeper = join(tree, 'e2e', 'keeper.ts');
  writeFileSync(keeper, KEEPER);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', keeper], {
    cwd: join(tree, 'e2e'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [addresses] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const end = async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { addresses, end };
}
