import type { Row } from './row.ts';
import { crowdRows } from './rows/crowds.ts';
import { databaseRows } from './rows/databases.ts';
import { handRows } from './rows/hands.ts';
import { keptRows } from './rows/kept.ts';
import { loadRows } from './rows/load.ts';
import { outsideRows } from './rows/outside.ts';
import { processRows } from './rows/processes.ts';

/** How much of each: all that was asked for, a third of it, or so little that it only shows that it works. */
export type Extent = 'whole' | 'some' | 'short';

export function rowsOf(extent: Extent): Row[] {
  const times = (whole: number, short: number): number => {
    if (extent === 'short') return short;
    return extent === 'some' ? Math.max(short, Math.ceil(whole * 0.3)) : whole;
  };
  return [
    ...processRows(times),
    ...databaseRows(times),
    ...outsideRows(times),
    ...handRows(times),
    ...crowdRows(times),
    ...loadRows(times),
    ...keptRows(times),
  ];
}
