import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { logLinesLost } from '../telemetry/happenings.ts';
import { openOutput } from './log-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'log-'));
const file = join(folder, 'log');
const fd = openSync(file, 'a');
let lost = 0;
const stopHearing = logLinesLost.hear(({ count }) => {
  lost += count;
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  stopHearing();
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

function fillDisk(): void {
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
}

it('what has no room is kept up to a bound, and written once there is room again, with what was lost', async () => {
  const output = openOutput(fd, 30);
  const write = async (line: string) => {
    output.write(`${line}\n`);
    await setImmediate();
  };
  await write('{"before":1}');
  fillDisk();
  await write('{"kept":1}');
  await write('{"kept":2}');
  await write('{"lost":1}');
  await write('{"lost":2}');
  expect(lost).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe('{"before":1}\n');

  vi.restoreAllMocks();
  // Nobody has to log anything for that.
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('were lost');
  await write('{"after":1}');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const told = { level: 50, lost: 2, why: 'ENOSPC', msg: 'lines of the log were lost' };
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    { before: 1 },
    { kept: 1 },
    { kept: 2 },
    { ...told, time: expect.any(Number), pid: process.pid, hostname: expect.any(String) },
    { after: 1 },
  ]);
});

it('a line of which a part was written goes on where it stopped', async () => {
  const before = readFileSync(file, 'utf8').length;
  const whole = fs.writeSync.bind(fs);
  let calls = 0;
  vi.spyOn(fs, 'writeSync').mockImplementation(((to: number, bytes: Buffer) => {
    calls += 1;
    if (calls === 2) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    return whole(to, calls === 1 ? bytes.subarray(0, 5) : bytes);
  }) as typeof fs.writeSync);
  const output = openOutput(fd);
  output.write('{"whole":true}\n');
  await setImmediate();
  output.write('{"next":true}\n');
  await setImmediate();
  expect(readFileSync(file, 'utf8').slice(before)).toBe('{"whole":true}\n{"next":true}\n');
});

it.runIf(existsSync('/dev/full'))(
  'a process whose log has no room goes on (product O623)',
  async () => {
    const full = openSync('/dev/full', 'w');
    const script = `
    const { createLog } = await import('./log.ts');
    const log = createLog('info');
    for (let n = 0; n < 3; n += 1) {
      log.error('no room for it');
      await new Promise((done) => setTimeout(done, 20));
    }
    process.exitCode = 7;`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', full, full],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    const [code] = await once(child, 'exit');
    closeSync(full);
    expect(code).toBe(7);
  },
);
