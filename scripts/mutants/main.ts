import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../lib/paths.ts';
import { draw } from './draw.ts';
import { fromLines, notesOf, resultsOf, table, toLines } from './results.ts';
import { asPreviously, commitOf, makeScratch } from './scratch.ts';
import { type Note, OutOfTime, readNotes, type Session } from './session.ts';
import { productFiles } from './source-tree.ts';
import { checks } from './stages/checks.ts';
import { journeys } from './stages/journeys.ts';
import { rest } from './stages/rest.ts';
import { unit } from './stages/unit.ts';
import { verify } from './stages/verify.ts';

/** There is more to do than there was time for. */
const AGAIN = 75;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    older: { type: 'string' },
    from: { type: 'string' },
    survivors: { type: 'boolean', default: false },
    work: { type: 'string', default: join(tmpdir(), 'mutants') },
    minutes: { type: 'string', default: '100000' },
    through: { type: 'string', default: '' },
    to: { type: 'string' },
  },
});

/**
 * The mutants to try, and the commit to try them on: drawn from this tree's commit, of what stood in
 * `older` already where that is given; or those of a file, or its survivors on the older commit.
 */
function prepare(work: string): Pick<Session, 'mutants' | 'commit' | 'notes'> & { older?: string } {
  const notes = readNotes(work);
  if (values.from) {
    const found = fromLines(readFileSync(join(root, values.from), 'utf8'));
    const { mutants, commit, older, results } = found;
    if (!values.survivors) {
      return { mutants, commit, older, notes: notes.length > 0 ? notes : begin(notesOf(found)) };
    }
    const alive = mutants.filter(({ id }) => !results[id]?.kill);
    return { mutants: asPreviously(alive), commit: commitOf(older), notes };
  }
  const file = join(work, 'drawn.json');
  if (existsSync(file)) return { ...JSON.parse(readFileSync(file, 'utf8')), notes };
  const commit = commitOf();
  const before = values.older && makeScratch(join(work, 'older'), commitOf(values.older));
  const drawn = draw(productFiles(makeScratch(join(work, 'checked'), commit)), {
    count: Number(values.count),
    seed: Number(values.seed),
    older: before ? productFiles(before) : undefined,
  });
  writeFileSync(file, JSON.stringify({ mutants: drawn, commit }));
  return { mutants: drawn, commit, notes };
}

/** Keeps what an earlier run has found, to go on from there. */
function begin(notes: Note[]): Note[] {
  const lines = notes.map((each) => `${JSON.stringify(each)}\n`);
  writeFileSync(join(values.work, 'notes.jsonl'), lines.join(''));
  return notes;
}

const { work } = values;
mkdirSync(work, { recursive: true });
const { older = values.older && commitOf(values.older), ...prepared } = prepare(work);
const session: Session = {
  ...prepared,
  work,
  through: values.through.split(' ').filter(Boolean),
  until: Date.now() + Number(values.minutes) * 60_000,
};
try {
  await checks(session);
  do {
    await unit(session);
    await journeys(session);
  } while (await verify(session));
  await rest(session);
} catch (error) {
  if (!(error instanceof OutOfTime)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exitCode = AGAIN;
}
const results = { ...resultsOf(session), older };
process.stdout.write(table(results));
if (values.to) writeFileSync(join(root, values.to), toLines(results));
process.exit();
