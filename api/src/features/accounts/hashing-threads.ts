import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
// Loaded here, too: where there is no Argon2 for a machine, no server starts.
import '@node-rs/argon2';
import type * as Argon2 from '@node-rs/argon2';

/*
 * Argon2 on threads of our own, which are there while they are needed. On Node's pool a thread that is done would wait
 * until the process's own thread has heard of that and given it the next hash; here the next one lies ready.
 */

/** What a thread is asked: to hash a text, or to compare it with a hash. */
interface Task {
  text: string;
  cost?: Argon2.Options;
  stored?: string;
}
interface Answer {
  id: number;
  answer?: string | boolean;
  error?: unknown;
}
interface Thread {
  worker: Worker;
  waiting: Map<number, { resolve(answer: unknown): void; reject(error: unknown): void }>;
  idle?: NodeJS.Timeout;
}

/** More at work than cores only push each other out of the caches. */
export const mostThreads = availableParallelism();
/** So long one stays with nothing to do: it takes some megabytes, and a fiftieth of a second to begin. */
const idleMs = 10_000;
const threads = new Set<Thread>();
let asked = 0;

/** Hashes a text at a cost, in Argon2's own words. */
export const hashOnThread = (text: string, cost: Argon2.Options): Promise<string> =>
  ask({ text, cost }) as Promise<string>;

/** Whether a text is what was hashed. Rejects where `stored` is no hash. */
export const verifyOnThread = (stored: string, text: string): Promise<boolean> =>
  ask({ text, stored }) as Promise<boolean>;

function ask(task: Task): Promise<unknown> {
  const { worker, waiting, idle } = freest();
  clearTimeout(idle);
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // A command does not end before its hash is there, and a server with nothing to hash may.
    worker.ref();
    worker.postMessage({ ...task, id });
  });
}

function freest(): Thread {
  const [first] = [...threads].sort((a, b) => a.waiting.size - b.waiting.size);
  return first && (first.waiting.size === 0 || threads.size >= mostThreads) ? first : start();
}

function start(): Thread {
  const worker = new Worker(`(${work})()`, {
    ...{ eval: true, name: 'hashing' },
    workerData: { from: import.meta.url },
  });
  const thread: Thread = { worker, waiting: new Map() };
  const { waiting } = thread;
  const end = (error: unknown): void => {
    threads.delete(thread);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const rest = (): void => {
    worker.unref();
    thread.idle = setTimeout(() => {
      threads.delete(thread);
      void worker.terminate();
    }, idleMs).unref();
  };
  worker.on('message', ({ id, answer, error }: Answer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) rest();
    if (error === undefined) one?.resolve(answer);
    else one?.reject(error);
  });
  worker.once('error', end);
  worker.once('exit', (code) => end(new Error(`A thread that hashes ended with ${code}`)));
  threads.add(thread);
  return thread;
}

/**
 * What a thread does. It is sent as text, so that it runs from the sources and from any bundle alike: nothing in here
 * can name what is outside. Requests come first: otherwise many sign-ins at once keep every core, and all others wait
 * for them. Only Linux gives threads a priority of their own.
 */
function work(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { constants, getPriority, setPriority } = process.getBuiltinModule('node:os');
  const { hashSync, verifySync } = createRequire(workerData.from)(
    '@node-rs/argon2',
  ) as typeof Argon2;
  try {
    const { PRIORITY_BELOW_NORMAL: less, PRIORITY_LOW: least } = constants.priority;
    // Of a server that somebody has started with `nice`, too.
    if (process.platform === 'linux') setPriority(Math.min(getPriority() + less, least));
  } catch {
    // Then they share alike.
  }
  parentPort?.on('message', ({ id, text, cost, stored }: Task & { id: number }) => {
    try {
      const answer = stored === undefined ? hashSync(text, cost) : verifySync(stored, text);
      parentPort.postMessage({ id, answer });
    } catch (error) {
      parentPort.postMessage({ id, error });
    }
  });
}
