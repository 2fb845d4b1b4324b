import fs from 'node:fs';
import { hostname } from 'node:os';
import type { DestinationStream } from 'pino';
import { logLinesLost } from '../telemetry/happenings.ts';

/** What is kept of a log that cannot be written. */
const keptBytes = 8 * 1024 * 1024;
const againMs = 1_000;
/** A pipe whose reader is behind has room again soon. */
const busyMs = 50;

/**
 * Where the log goes. A disk without room ends nothing: what cannot be written is kept, `most` bytes of it,
 * and written once there is room again, with a line that says how many lines came above that and are lost.
 */
export function openOutput(fd: number, most = keptBytes): DestinationStream {
  const kept: Buffer[] = [];
  let size = 0;
  let lost = 0;
  let why: string | undefined;
  let again: NodeJS.Timeout | undefined;

  function keep(lines: string): void {
    const bytes = Buffer.from(lines);
    if (size > 0 && size + bytes.length > most) {
      const count = lines.split('\n').length - 1;
      lost += count;
      logLinesLost.tell({ count });
      return;
    }
    kept.push(bytes);
    size += bytes.length;
  }

  function writeKept(): void {
    for (let [next] = kept; next; [next] = kept) {
      const written = fs.writeSync(fd, next);
      size -= written;
      if (written < next.length) kept[0] = next.subarray(written);
      else kept.shift();
    }
  }

  function drain(): void {
    clearTimeout(again);
    try {
      writeKept();
      if (lost === 0) return;
      const line = { level: 50, time: Date.now(), pid: process.pid, hostname: hostname() };
      const told = { ...line, why, lost, msg: 'lines of the log were lost' };
      lost = 0;
      keep(`${JSON.stringify(told)}\n`);
      writeKept();
    } catch (error) {
      why = (error as NodeJS.ErrnoException).code;
      again = setTimeout(drain, why === 'EAGAIN' ? busyMs : againMs).unref();
    }
  }

  const output = inTurns({
    write(lines) {
      // Where there is room again, all that was kept goes first.
      if (size > 0) drain();
      keep(lines);
      drain();
    },
  });
  process.on('exit', () => {
    const end = performance.now() + againMs;
    while (size > 0 && why === 'EAGAIN' && performance.now() < end) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
      drain();
    }
  });
  return output;
}

/** Writes what one turn of the event loop logs at once: every line by itself is a call of the system. */
function inTurns(destination: DestinationStream): DestinationStream {
  let lines = '';
  const flush = (): void => {
    const written = lines;
    lines = '';
    if (written) destination.write(written);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (!lines) setImmediate(flush);
      lines += line;
    },
  };
}
