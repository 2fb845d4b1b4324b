import { runDemo } from './demo.ts';
import { runProduction } from './production.ts';
import { readSettings } from './settings.ts';

const began = Number(process.env.STARTED_AT) || Date.now();
const say = (line: string) => process.stdout.write(`${line}\n`);

const stop = new AbortController();
process.once('disconnect', () => stop.abort());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());

try {
  if (process.env.NODE_ENV === 'production') await runProduction(say, stop.signal);
  else await runDemo(readSettings(process.env), say, stop.signal, began);
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
process.exit();
