import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, tryToHold } from '../../api/src/db/file-lock.ts';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { findProcess } from '../bootstrap/processes.mjs';

const POLL_MS = 150;
/** Long enough for an instance whose npm was killed to notice it and say that it is stopping. */
const NOTICE_MS = 3_000;
const LEAVE_MS = 18_000;

type Child = { pid: number; startedAt: string };
type Holder = { pid: number; url: string; stopping: boolean; children: Child[] };

export type Lock = {
  /** Says who works in the data folder, so that the next instance can wait for them to end. */
  record: (changes: { stopping?: boolean; children?: number[] }) => void;
  release: () => void;
};

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const isRunning = ({ pid, startedAt }: Child): boolean => findProcess(pid)?.startedAt === startedAt;

/** Children end themselves when their supervisor is gone; one that hangs is ended here. */
async function waitForOrphans(orphans: Child[], onWait: () => void): Promise<void> {
  const deadline = Date.now() + LEAVE_MS;
  while (orphans.some(isRunning)) {
    onWait();
    if (Date.now() > deadline) {
      for (const { pid } of orphans.filter(isRunning)) process.kill(pid, 'SIGKILL');
    }
    await sleep(POLL_MS);
  }
}

const refusal = (dataDir: string, holder: Holder | undefined): Error =>
  new Error(
    holder
      ? `Already running on ${holder.url} (process ${holder.pid}), with its data in ${dataDir}. Stop it first, or set DATA_DIR and the ports to start another.`
      : `Another process holds the data in ${dataDir}.`,
  );

async function hold(dataDir: string, details: string, onWait: () => void): Promise<FileLock> {
  const began = Date.now();
  for (;;) {
    const held = tryToHold(join(dataDir, 'npm-start.lock'));
    if (held) return held;
    const holder = readHolder(details);
    if (Date.now() - began > (holder?.stopping ? LEAVE_MS : NOTICE_MS)) {
      throw refusal(dataDir, holder);
    }
    onWait();
    await sleep(POLL_MS);
  }
}

/**
 * Makes this process the only supervisor on a data folder, which is made when missing. An instance
 * that is just ending is waited for (`onWait` is then called, possibly often), and so is whatever a
 * killed one left behind. Rejects, naming the process and its address, when one is running.
 */
export async function takeLock(dataDir: string, url: string, onWait = () => {}): Promise<Lock> {
  // Mails, logs and the database's files: for nobody else.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const details = join(dataDir, 'npm-start.json');
  const held = await hold(dataDir, details, onWait);
  await waitForOrphans(readHolder(details)?.children ?? [], onWait);

  let mine: Holder = { pid: process.pid, url, stopping: false, children: [] };
  const write = () => {
    writeFileSync(`${details}.draft`, JSON.stringify(mine));
    renameSync(`${details}.draft`, details);
  };
  write();
  return {
    record: ({ stopping = mine.stopping, children }) => {
      const infos = children?.flatMap((pid) => findProcess(pid) ?? []);
      const known = infos?.map(({ pid, startedAt }) => ({ pid, startedAt })) ?? mine.children;
      mine = { ...mine, stopping, children: known };
      write();
    },
    release: held.release,
  };
}
