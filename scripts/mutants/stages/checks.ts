import { join } from 'node:path';
import { checkAll, prepareTypes } from '../checks.ts';
import { makeScratch } from '../scratch.ts';
import { leftFor, note, type Session } from '../session.ts';

/** Looks at all mutants with the compiler and the linter. */
export async function checks(session: Session): Promise<void> {
  const left = leftFor(session, 'checks');
  if (left.length === 0) return;
  const tree = makeScratch(join(session.work, 'checked'), session.commit);
  const options = { tree, through: session.through, log: join(session.work, 'checks.log') };
  const began = Date.now();
  await prepareTypes(options);
  const killed = await checkAll(left, options);
  const seconds = (Date.now() - began) / 1000 / left.length;
  for (const { id } of left) {
    note(session, { id, stage: 'checks', kill: killed.get(id) ?? null, seconds });
  }
}
