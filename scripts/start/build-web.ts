import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '../lib/paths.ts';
import { secondsSince } from '../lib/seconds.ts';
import { buildWebIfStale } from '../lib/web-build.ts';

async function build(stop: AbortSignal): Promise<void> {
  const child = spawn('npm run build -w web 2>&1', {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The client that is served is the production build, whatever this start is for.
    env: { ...process.env, NODE_ENV: 'production' },
    signal: stop,
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`The web client does not build:\n${output}`);
}

/** Builds the web client when it is stale, saying so. Rejects with the output of a failed build. */
export async function buildWeb(say: (line: string) => void, stop: AbortSignal): Promise<void> {
  const began = Date.now();
  const built = await buildWebIfStale(root, () => {
    say('Building the web client ...');
    return build(stop);
  });
  if (built) say(`Built the web client in ${secondsSince(began)}`);
}
