import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readEnv } from '../../api/src/env.ts';
import { root } from '../lib/paths.ts';
import { build } from './build.ts';

/**
 * Runs just the API with the environment as it is, its log on this terminal, until `stop` is
 * aborted. Rejects when a setting is wrong, and when it ends by itself.
 */
export async function runProduction(say: (line: string) => void, stop: AbortSignal): Promise<void> {
  // What is wrong is told before the minutes that a build may take.
  readEnv(process.env);
  await build(say, stop);
  const child = fork(join(root, 'dist/server.js'), { detached: true });
  child.on('message', (report: { error?: string }) => report.error && say(report.error));
  stop.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code, signal] = await once(child, 'exit');
  if (!stop.aborted) throw new Error(`The API ended by itself (${signal ?? `code ${code}`})`);
}
