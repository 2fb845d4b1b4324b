import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { findProcess } from '../bootstrap/processes.mjs';
import { createSupervisor, type Supervisor } from './supervisor.ts';

let folder: string;
let supervisor: Supervisor;
let shown: string[];
let pids: number[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
  shown = [];
  supervisor = createSupervisor(
    join(folder, 'logs'),
    (line) => shown.push(line),
    (now) => {
      pids = now;
    },
  );
});
afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true });
});

const READY = 'process.send({ ready: true }); ';
const LEAVE = "process.on('SIGTERM', () => process.exit()); ";

function start(name: string, code: string): Promise<void> {
  const entry = join(folder, `${name}.mjs`);
  writeFileSync(entry, `${code}; setInterval(() => {}, 1000);`);
  return supervisor.start({ name, title: `The ${name}`, entry, env: process.env });
}
const logOf = (name: string) => readFileSync(join(folder, 'logs', `${name}.log`), 'utf8');

test('a server that ends by itself is named with its code and its last lines', async () => {
  await start('box', `${READY}console.log('out of paper'); setTimeout(() => process.exit(3), 50)`);
  await expect(supervisor.broken).rejects.toThrow(
    /^The box ended with code 3\.\nout of paper\nIts log: /,
  );
});

test('a server that says why it cannot start is quoted', async () => {
  start('app', "process.send({ error: 'JWT_SECRET: must be set' }, () => process.exit(1))");
  await expect(supervisor.broken).rejects.toThrow('JWT_SECRET: must be set');
});

test('what a server prints goes to its log; only errors are shown, with its name', async () => {
  const lines = `console.log('hello'); console.error('trouble'); console.log('{"level":50,"msg":"bad"}');`;
  await start('app', `${LEAVE}${lines}${READY}`);
  await expect.poll(() => shown).toEqual(expect.arrayContaining(['[app] trouble']));
  await supervisor.stop();
  expect(shown.toSorted()).toEqual(['[app] trouble', '[app] {"level":50,"msg":"bad"}']);
  await expect.poll(() => logOf('app')).toContain('hello\n');
});

test('how far a server is with what it does beside answering is shown as it says it', async () => {
  await start('app', `${LEAVE}${READY}process.send({ progress: '41 of 60' })`);
  await expect.poll(() => shown).toEqual(['41 of 60']);
});

test('stopping ends the servers in turn, the last to start first, and is no failure', async () => {
  const told = (name: string) =>
    `import { appendFileSync } from 'node:fs';
     process.on('SIGTERM', () => { appendFileSync(${JSON.stringify(join(folder, 'order'))}, '${name} '); process.exit(); });`;
  await start('sandbox', told('sandbox') + READY);
  await start('app', told('app') + READY);
  await supervisor.stop();
  expect(readFileSync(join(folder, 'order'), 'utf8')).toBe('app sandbox ');
  expect(pids.map(findProcess)).toEqual([undefined, undefined]);
  await expect(Promise.race([supervisor.broken, 'quiet'])).resolves.toBe('quiet');
});
