import type { Mutant } from '../mutant.ts';
import type { Failure } from '../runners.ts';
import { leftFor, note, type Session, stopInTime } from '../session.ts';

/** Tries each mutant that is left for a stage, and notes at once what became of it. */
export async function tryOneByOne(
  session: Session,
  stage: 'unit' | 'journeys',
  attempt: (mutant: Mutant) => Promise<Failure | undefined>,
): Promise<void> {
  for (const mutant of leftFor(session, stage)) {
    stopInTime(session);
    const began = Date.now();
    const failure = await attempt(mutant);
    const seconds = (Date.now() - began) / 1000;
    const kill = failure
      ? { by: stage, test: `${failure.file} > ${failure.test}`, why: failure.why }
      : null;
    note(session, { id: mutant.id, stage, kill, seconds });
    const result = failure ? `${failure.file}: ${failure.test}` : 'nothing noticed it';
    process.stdout.write(`${stage} ${mutant.id} ${mutant.file}:${mutant.line} ${result}\n`);
  }
}
