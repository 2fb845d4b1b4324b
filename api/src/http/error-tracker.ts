import { randomUUID } from 'node:crypto';
import type { Dsn } from '../env/sentry-dsn.ts';

/** An error line of the log. `line` is what was logged, as JSON, with all that is personal taken out. */
export type Track = (line: string) => void;

const restMs = 60_000;
/** Errors come in crowds when something is down: those beyond it stand in the log all the same. */
const mostPerRest = 30;
const fatal = 60;

interface LoggedError {
  level: number;
  time: number;
  msg?: string;
  reqId?: string;
  job?: string;
  err?: { type?: string; message?: string; stack?: string; code?: string };
}

/**
 * Tells a tracker of errors, by Sentry's protocol, what the log says of each: the error, where in the
 * code, and the id of the request or the name of the job; nothing of who asked, and no data. Nobody
 * waits for it, nothing is repeated, and a tracker that is away changes nothing.
 */
export function createErrorTracker(
  { address, publicKey }: Dsn,
  { release, environment }: { release: string; environment: string },
): Track {
  let left = mostPerRest;
  const auth = `Sentry sentry_version=7, sentry_client=own/${release}, sentry_key=${publicKey}`;
  return (line) => {
    if (left === 0) return;
    if (left === mostPerRest) setTimeout(() => (left = mostPerRest), restMs).unref();
    left -= 1;
    const event = { ...eventOf(JSON.parse(line)), release, environment };
    const parts = [{ event_id: event.event_id }, { type: 'event' }, event];
    const body = parts.map((part) => `${JSON.stringify(part)}\n`).join('');
    const headers = { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth };
    const signal = AbortSignal.timeout(5_000);
    fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }).then(
      (answer) => answer.body?.cancel(),
      () => {},
    );
  };
}

function eventOf({ level, time, msg, reqId, job, err }: LoggedError) {
  const value = { type: err?.type ?? 'Error', value: err?.message ?? msg };
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: time / 1_000,
    platform: 'node',
    level: level >= fatal ? 'fatal' : 'error',
    message: { formatted: msg },
    tags: { request: reqId, job, code: err?.code },
    ...(err && {
      exception: { values: [{ ...value, stacktrace: { frames: framesOf(err.stack) } }] },
    }),
  };
}

/** The frames of a stack as Sentry has them: the innermost last. */
function framesOf(stack = '') {
  const frames = stack.matchAll(/^ *at (?:(.+?) \()?([^()\s]+):(\d+):(\d+)\)?$/gm);
  return [...frames].reverse().map(([, name, filename, line, column]) => ({
    function: name ?? '<anonymous>',
    filename,
    lineno: Number(line),
    colno: Number(column),
    in_app: !filename?.includes('node_modules') && !filename?.startsWith('node:'),
  }));
}
