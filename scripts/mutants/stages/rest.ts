import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPlaywright } from '../playwright.ts';
import { killTogether, type TryFile } from '../rest.ts';
import { leftFor, note, type Session, stopInTime } from '../session.ts';
import { prepareSite } from '../site.ts';
import { runVitest } from '../vitest.ts';
import { journeysRun } from './journeys.ts';
import { unitRun, withPostgres } from './unit.ts';

/**
 * Tries the mutants that are left together, on every test file and every journey: most files pass
 * with all of them, and are done with one run.
 */
export async function rest(session: Session): Promise<void> {
  if (leftFor(session, 'rest').length === 0) return;
  const end = await withPostgres();
  try {
    await tryAll(session, 'unit', runVitest, unitRun(session, { long: true }));
    const run = journeysRun(session);
    const site = await prepareSite(run, session.work);
    // Where the site does not build with all of them, those that write pages are not looked at here.
    if (!(await site.switchTo(leftFor(session, 'rest')))) site.useUsual();
    await tryAll(session, 'journeys', runPlaywright, run);
  } finally {
    await end();
  }
  for (const { id } of leftFor(session, 'rest')) {
    note(session, { id, stage: 'rest', kill: null, seconds: 0 });
  }
}

async function tryAll(
  session: Session,
  by: 'unit' | 'journeys',
  runner: typeof runVitest,
  run: ReturnType<typeof unitRun>,
): Promise<void> {
  const kept = join(session.work, 'rest-done.json');
  const done: string[] = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : [];
  const tryFile: TryFile = (file, active) =>
    runner({ ...run, files: [file], active, stopsEarly: true });
  for (const file of run.files.filter((each) => !done.includes(each))) {
    const left = leftFor(session, 'rest');
    if (left.length === 0) return;
    stopInTime(session);
    const began = Date.now();
    const fails = async (ids: number[]) => (await tryFile(file, ids)).failures.length > 0;
    // One that fails without any mutant as well tells nothing.
    if ((await fails(left.map(({ id }) => id))) && !(await fails([]))) {
      const killed = await killTogether(left, [file], by, tryFile);
      const seconds = (Date.now() - began) / 1000;
      for (const [id, kill] of killed) note(session, { id, stage: 'rest', kill, seconds });
    }
    done.push(file);
    writeFileSync(kept, JSON.stringify(done));
  }
}
