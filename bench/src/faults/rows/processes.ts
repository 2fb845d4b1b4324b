import { setTimeout } from 'node:timers/promises';
import { any, type StagedRow } from '../row.ts';
import type { Stage } from '../stage.ts';
import type { Times } from './times.ts';

/** Processes that are killed, stopped, frozen, replaced, or have the wrong time. */
export function processRows(times: Times): StagedRow[] {
  return [
    {
      name: 'crash',
      mayRepeatMails: true,
      // Beside another row a process takes longer to start than it lives, and hardly anybody is served.
      needsMachine: true,
      run: (stage) => crash(stage, times(100, 2)),
    },
    {
      name: 'rolling restart',
      // A stop breaks off what takes longer than four seconds, which beside another row it may.
      needsMachine: true,
      run: (stage) => rollingRestart(stage, times(20, 1)),
      cutsNone: true,
    },
    {
      name: 'frozen process',
      mayRepeatMails: true,
      run: (stage) => freeze(stage, times(5, 1), times(30, 4)),
    },
    {
      name: 'rolling upgrade from the release before',
      needs: { releaseBefore: true },
      needsMachine: true,
      cutsNone: true,
      run: (stage) => upgrade(stage, times(3, 1)),
    },
    {
      name: 'clocks of processes',
      programs: ['libfaketime'],
      needs: { minutesAhead: [10, 0, -10] },
      run: () =>
        live(times(30, 5), 'one process 10 minutes ahead, one 10 minutes behind, one right'),
    },
    {
      name: 'clock of the database',
      programs: ['libfaketime'],
      needs: { database: { minutesAhead: 10 } },
      run: () => live(times(30, 5), 'the database 10 minutes ahead of the processes'),
    },
  ];
}

async function crash({ servers, ports }: Stage, count: number): Promise<string> {
  for (let n = 0; n < count; n += 1) {
    servers.signal(any(ports), 'SIGKILL');
    await setTimeout(700 + Math.random() * 600);
  }
  return `${count} times one of three processes killed, a second apart`;
}

async function rollingRestart({ servers, ports }: Stage, count: number): Promise<string> {
  for (let n = 0; n < count; n += 1) for (const port of ports) await servers.restart(port);
  return `${count} times all three restarted, one after the other`;
}

async function freeze({ servers, ports }: Stage, count: number, seconds: number): Promise<string> {
  for (let n = 0; n < count; n += 1) {
    const port = any(ports);
    servers.signal(port, 'SIGSTOP');
    await setTimeout(seconds * 1_000);
    servers.signal(port, 'SIGCONT');
    await setTimeout(1_000);
  }
  return `${count} times one stopped in its tracks for ${seconds} s`;
}

async function upgrade({ servers, ports }: Stage, seconds: number): Promise<string> {
  servers.upgrade();
  for (const port of ports) {
    await servers.restart(port);
    await setTimeout(seconds * 1_000);
  }
  return `three processes of the last release replaced one after the other, ${seconds} s side by side each`;
}

async function live(seconds: number, what: string): Promise<string> {
  await setTimeout(seconds * 1_000);
  return `${what}, for ${seconds} s`;
}
