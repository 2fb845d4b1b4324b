import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { withoutSecrets } from '../bootstrap/without-secrets.mjs';
import { isFresh } from '../build/dist.ts';
import { root } from '../lib/paths.ts';

/** Builds what is stale, saying so. Rejects with the output of a build that failed. */
export async function build(say: (line: string) => void, stop: AbortSignal): Promise<void> {
  if (isFresh(root)) return;
  say('Building ...');
  // A process of its own: the tools are large, and few starts need them.
  const child = spawn('npm run --silent build 2>&1', {
    cwd: root,
    shell: true,
    env: withoutSecrets(process.env),
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: stop,
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(output.trim());
  say(output.trim());
}
