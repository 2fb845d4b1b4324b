import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process as the system knows it. `startedAt` tells it from a later one with the same id.
 * @typedef {{ pid: number, parent: number, startedAt: string, argv: string[] }} ProcessInfo
 */

/** @param {number} pid @returns {ProcessInfo | undefined} */
function fromProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in brackets and may hold anything, so the fields are counted from the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  return { pid, parent: Number(parent), startedAt: fields[19] ?? '', argv };
}

/** @param {number} pid @returns {ProcessInfo | undefined} */
function fromPs(pid) {
  const format = ['-o', 'ppid=', '-o', 'stat=', '-o', 'lstart=', '-o', 'args=', '-p', String(pid)];
  const line = execFileSync('ps', format, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [parent, state = '', ...rest] = line.trim().split(/\s+/);
  if (state.startsWith('Z')) return undefined;
  return {
    pid,
    parent: Number(parent),
    startedAt: rest.slice(0, 5).join(' '),
    argv: rest.slice(5),
  };
}

/**
 * Looks a process up. Answers nothing when it has ended, also when nobody has collected it yet.
 * @param {number} pid
 * @returns {ProcessInfo | undefined}
 */
export function findProcess(pid) {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

const baseName = (path = '') => path.split(/[\\/]/).pop() ?? '';

/** @param {ProcessInfo} info */
const isNpm = ({ argv: [program = '', script] }) =>
  // npm renames itself to what it runs, 'npm start'; before that it is 'node …/npm-cli.js start'.
  /^npm\b/.test(baseName(program)) ||
  (/^node/.test(baseName(program)) && /^npm(-cli\.js)?$/.test(baseName(script)));

/**
 * The processes from the given one up to the nearest npm, which comes last. Empty when there is no
 * npm above. Nothing above npm is listed: a shell that starts it in the background may end.
 * @param {number} pid where to begin
 * @returns {ProcessInfo[]}
 */
export function ancestorsUpToNpm(pid) {
  const chain = [];
  for (let info = findProcess(pid); info && info.pid > 1; info = findProcess(info.parent)) {
    chain.push(info);
    if (isNpm(info)) return chain;
  }
  return [];
}
