import { runPlaywright } from '../playwright.ts';
import { readLines, retract, type Session, surveyOf } from '../session.ts';
import { type Surveyed, surveyAll } from '../survey.ts';
import { runVitest } from '../vitest.ts';
import { journeysRun } from './journeys.ts';
import { unitRun, withPostgres } from './unit.ts';

/**
 * Runs all test files that have noticed a mutant without any: one that fails then has noticed
 * nothing, and its mutants are to be tried again. Answers whether there are any.
 */
export async function verify(session: Session): Promise<boolean> {
  const end = await withPostgres();
  try {
    for (const [by, runner, run] of [
      ['unit', runVitest, unitRun(session)],
      ['journeys', runPlaywright, journeysRun(session)],
    ] as const) {
      const killers = session.notes.flatMap(({ kill }) =>
        kill?.by === by ? [fileOf(kill.test)] : [],
      );
      const files = [...new Set(killers)].filter((file) => run.files.includes(file));
      const kept = surveyOf(session, by);
      await surveyAll(kept, { ...run, files }, runner, by === 'unit' ? 20 : 6, session.until);
    }
  } finally {
    await end();
  }
  const surveyed = (['unit', 'journeys'] as const).flatMap((by) =>
    readLines<Surveyed>(surveyOf(session, by)),
  );
  const failing = new Set(surveyed.flatMap(({ file, passes }) => (passes ? [] : [file])));
  return retract(session, ({ kill }) => kill !== null && failing.has(fileOf(kill.test)));
}

const fileOf = (test: string): string => test.split(' > ')[0] ?? '';
