import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

export const stages = ['checks', 'unit', 'journeys', 'rest'] as const;
export type Stage = (typeof stages)[number];

/** What noticed a mutant: the step of `npm test`, the test, and what it said first. */
export type Kill = { by: 'types' | 'lint' | 'unit' | 'journeys'; test: string; why: string };

/** What became of a mutant in a stage. */
export type Note = { id: number; stage: Stage; kill: Kill | null; seconds: number };

/** What a run has been told and has found out so far; it goes on where it was broken off. */
export type Session = {
  mutants: Mutant[];
  /** The folder with all that is kept between runs, and the trees that are changed. */
  work: string;
  commit: string;
  /** What each heavy command is to be run by, as its first words. */
  through: string[];
  notes: Note[];
  /** When to break off, in milliseconds since 1970; what is found by then is kept. */
  until: number;
};

/** There is more to do than there was time for. */
export class OutOfTime extends Error {}

/** Throws when the time is over. */
export function stopInTime({ until }: Pick<Session, 'until'>): void {
  if (Date.now() > until) throw new OutOfTime('There is more to do: run it again');
}

/** Notes of an earlier run in the same folder. */
export function readNotes(work: string): Note[] {
  return readLines<Note>(join(work, 'notes.jsonl'));
}

/** Notes what became of a mutant, so that it is not done again. */
export function note(session: Session, entry: Note): void {
  session.notes.push(entry);
  appendFileSync(join(session.work, 'notes.jsonl'), `${JSON.stringify(entry)}\n`);
}

/** Takes notes back, so that their mutants are left again. Answers whether there were any. */
export function retract(session: Session, isWrong: (each: Note) => boolean): boolean {
  const wrong = session.notes.filter(isWrong).map(({ id }) => id);
  session.notes = session.notes.filter(
    ({ id, stage }) => !wrong.includes(id) || stage === 'checks',
  );
  const lines = session.notes.map((each) => `${JSON.stringify(each)}\n`);
  writeFileSync(join(session.work, 'notes.jsonl'), lines.join(''));
  return wrong.length > 0;
}

/** The mutants that nothing has noticed yet and that a stage has not seen. */
export function leftFor({ mutants, notes }: Session, stage: Stage): Mutant[] {
  const seen = new Set(
    notes.filter((each) => each.kill || each.stage === stage).map(({ id }) => id),
  );
  return mutants.filter(({ id }) => !seen.has(id));
}

/** What is in a file of one JSON text a line; nothing where there is no such file. */
export function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Where it is kept what a survey of tests has found. */
export const surveyOf = ({ work }: Session, by: 'unit' | 'journeys'): string =>
  join(work, `surveyed-${by}.jsonl`);
