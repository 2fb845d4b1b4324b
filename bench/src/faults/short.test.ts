import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../../api/src/testing/database.ts';
import { programPath } from '../../../api/src/testing/programs.ts';
import { freePort } from '../../../scripts/lib/free-port.ts';
import type { StagedRow } from './row.ts';
import { rowsOf } from './rows.ts';
import { type Stage, startStage } from './stage.ts';
import { tryRow } from './try-row.ts';

/** Those of the matrix that need nothing of the system, one after the other while the same people come. */
const faults = [
  ...['crash', 'database cut', 'database slow', 'tables locked', 'Stripe 500', 'Stripe 429'],
  ...['mail cut', 'mail 4xx', 'webhook storm', 'races'],
];
const rows = rowsOf('short').filter(
  (row): row is StagedRow => faults.includes(row.name) && 'run' in row,
);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({
    given: {
      databaseUrl: await createDatabase(process.env.TEST_DATABASE_URL ?? '', 'faults'),
      programs: dirname(await programPath('server')),
      ports: [await freePort(), await freePort()],
    },
    between: 'network',
  });
});
afterAll(() => stage.stop());

/** Longer than in the matrix: more people would meet the same faults, and take the processor from other tests. */
const restMs = 500;

/** A hundred seconds are faults and what is waited for after them; the rest is the machine's. */
const longest = 400_000;

it('product O609, O610: nothing that was acknowledged is lost or doubled while processes die, the database, Stripe and the mails are slow or away, and everything comes many times', {
  timeout: longest,
}, async () => {
  const done: string[] = [];
  const { lost, doubled, wrong, acknowledged } = await tryRow(
    {
      name: 'one after the other',
      mayRepeatMails: true,
      async run(...at) {
        for (const row of rows) done.push(await row.run(...at));
        return done.join('; ');
      },
    },
    stage,
    restMs,
  );
  expect(done).toHaveLength(faults.length);
  expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] });
  expect(acknowledged).toBeGreaterThan(faults.length);
});
