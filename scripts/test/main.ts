import { join } from 'node:path';
import { root } from '../lib/paths.ts';
import { findChanges } from './changes.ts';
import { takeFolder } from './folder.ts';
import { total } from './result.ts';
import { endCommands } from './run-command.ts';
import { chooseSteps, runSteps } from './run-steps.ts';
import { steps, stepsFor } from './steps.ts';

const INTERRUPTED = 130;

const print = (text: string) => process.stdout.write(text);

for (const reason of ['disconnect', 'SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(reason, () => {
    endCommands();
    process.exit(INTERRUPTED);
  });
}

try {
  const names = process.argv.slice(2);
  const [first, ...others] = names;
  const chosen =
    first === 'changed'
      ? chooseSteps(stepsFor(findChanges(root)), others)
      : chooseSteps(steps, names);
  const results = await runSteps(chosen, takeFolder(join(root, '.cache', 'npm-test')), print);
  const { passed, failed } = total(results);
  print(`\n${passed} passed, ${failed} failed\n`);
  process.exit(failed > 0 ? 1 : 0);
} catch (error) {
  endCommands();
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
