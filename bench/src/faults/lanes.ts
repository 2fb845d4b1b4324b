import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startChild } from '../lib/child.ts';
import { bundleProduct } from './servers.ts';

const count = 3;
/** Which of the lanes this process is in. */
const mine = Number(process.env.FAULTS_LANE ?? 0);
const processes = 4;

/** What is asked of a row here. */
interface Turn {
  name: string;
  needsMachine?: boolean;
  /** How long it took when it was last run, in seconds. */
  took?: number | undefined;
}

/** Whether this process is one of those that `runInLanes` has started. */
export const isInLane = process.env.FAULTS_LANE !== undefined;

/** The ports of the product's processes here: each lane has some of its own. */
export const usualPorts = Array.from({ length: processes }, (_, n) => 3_391 + mine * processes + n);

/** That of its Prometheus. */
export const prometheusPort = 3_389 - mine;

/**
 * Runs each row in a process of its own, three at a time, since most of a row is waiting, the long ones first; those that
 * need the whole machine come after all others, alone. Answers whether all held.
 */
export async function runInLanes(rows: Turn[], say: (line: string) => void): Promise<boolean> {
  let areGood = true;
  const programs = await bundleProduct();
  const takeTurns = async (queue: Turn[], lane: number): Promise<void> => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const { isGood, output } = await runRow(row, lane, programs);
      areGood &&= isGood;
      say(output);
    }
  };
  const beside = rows
    .filter((row) => !row.needsMachine)
    .toSorted((a, b) => expected(b) - expected(a));
  await Promise.all(Array.from({ length: count }, (_, lane) => takeTurns(beside, lane)));
  await takeTurns(
    rows.filter((row) => row.needsMachine),
    0,
  );
  return areGood;
}

const expected = ({ took = Number.MAX_SAFE_INTEGER }: Turn): number => took;

async function runRow(
  { name }: Turn,
  lane: number,
  programs: string,
): Promise<{ isGood: boolean; output: string }> {
  const { process: child } = startChild(
    process.execPath,
    [...process.execArgv, process.argv[1] as string, name],
    {
      env: {
        ...process.env,
        FAULTS_LANE: String(lane),
        FAULTS_PROGRAMS: programs,
        // Every row compiles the same, as does each process of the product that it starts.
        NODE_COMPILE_CACHE: join(programs, 'compiled'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
    'SIGTERM',
  );
  const [output, [code]] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')]);
  return { isGood: code === 0, output: output.trimEnd() };
}
