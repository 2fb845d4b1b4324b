import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.ts';
import { median } from './lib/median.ts';

const times = 5;

/** What the server imports of a package that has more than one entry. */
const entries: Record<string, string> = { 'drizzle-orm': 'drizzle-orm/node-postgres' };

/** What a process has spent and holds once a module is loaded: CPU milliseconds, resident MiB. */
interface Load {
  cpu: number;
  memory: number;
}

/**
 * What each package of the server costs a process that loads it from node_modules by itself, beyond
 * Node itself, as a Markdown table with the dearest first. What packages share is counted with each.
 */
export function benchModules(): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'api/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const node = loadOf('');
  const loads = Object.keys(dependencies)
    .filter((name) => name !== 'contract')
    .map((name) => ({
      name,
      load: loadOf(`await import(${JSON.stringify(entries[name] ?? name)})`),
    }));
  const lines = loads
    .map(({ name, load }) => ({
      name,
      cpu: load.cpu - node.cpu,
      memory: load.memory - node.memory,
    }))
    .toSorted((a, b) => b.cpu - a.cpu)
    .map(
      ({ name, cpu, memory }) => `| ${name} | ${cpu.toFixed(0)} ms | ${memory.toFixed(0)} MiB |`,
    );
  return ['| package | CPU | memory |', '| --- | --- | --- |', ...lines].join('\n');
}

function loadOf(code: string): Load {
  const loads = Array.from({ length: times }, () => measure(code));
  return {
    cpu: median(loads.map(({ cpu }) => cpu)),
    memory: median(loads.map(({ memory }) => memory)),
  };
}

function measure(code: string): Load {
  const report = `const { user, system } = process.cpuUsage();
    process.stdout.write(JSON.stringify({ cpu: (user + system) / 1e3, memory: process.memoryUsage.rss() / 2 ** 20 }));
    process.exit();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `${code}; ${report}`],
    { cwd: join(root, 'api'), encoding: 'utf8' },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Load;
}
