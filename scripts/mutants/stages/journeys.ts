import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPlaywright } from '../playwright.ts';
import type { Run } from '../runners.ts';
import { switchedTree } from '../scratch.ts';
import { leftFor, readLines, type Session, surveyOf } from '../session.ts';
import { allowSharedStack, canShare, keepStack } from '../shared-stack.ts';
import { prepareSite } from '../site.ts';
import { candidatesFor, type Surveyed } from '../survey.ts';
import { tryOneByOne } from './one-by-one.ts';

/** As many journeys as are tried before a mutant is left to be tried together with others. */
const AT_MOST = 2;

/** Tries each mutant on the likeliest journeys, over one build that has them all. */
export async function journeys(session: Session): Promise<void> {
  if (leftFor(session, 'journeys').length === 0) return;
  const run = journeysRun(session);
  const site = await prepareSite(run, session.work);
  const surveyed = readLines<Surveyed>(surveyOf(session, 'journeys'));
  allowSharedStack(run.tree);
  site.useUsual();
  const stack = await keepStack(run.tree);
  try {
    await tryOneByOne(session, 'journeys', async (mutant) => {
      const likely = candidatesFor(mutant, run, surveyed).slice(0, AT_MOST);
      if (likely.length === 0) return undefined;
      const isOfBrowser = mutant.area === 'web' && !site.isWrittenBy(mutant);
      const builds = await site.switchTo([mutant]);
      if (!builds) return { file: '', test: '(the build)', why: 'The site does not build' };
      for (const file of likely) {
        const shares = isOfBrowser && canShare(readFileSync(join(run.tree, file), 'utf8'));
        const { failures } = await runPlaywright({
          ...run,
          files: [file],
          active: [mutant.id],
          stopsEarly: true,
          stack: shares ? stack.addresses : undefined,
        });
        if (failures[0]) return failures[0];
      }
      return undefined;
    });
  } finally {
    await stack.end();
  }
}

/** All journeys. */
export function journeysRun(session: Session): Run {
  const tree = switchedTree(session, 'switched');
  return {
    tree,
    through: session.through,
    log: join(session.work, 'journeys.log'),
    files: globSync('e2e/journeys/*.spec.ts', { cwd: tree }).sort(),
    active: [],
  };
}
