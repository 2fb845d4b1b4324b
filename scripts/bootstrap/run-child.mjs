import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program on this terminal and passes on the signals that ask for an end. Rejects when it
 * cannot be started.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, channel?: boolean }} [options] `channel` opens one, whose
 *   closing tells the program that this process is gone
 * @returns {Promise<number>} its exit code, or 128 and the signal's number as a shell has it
 */
export function runChild(program, args, { env = process.env, channel = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: ['inherit', 'inherit', 'inherit', channel ? 'ipc' : 'ignore'],
    });
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    const done = () => {
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']);
    });
  });
}
