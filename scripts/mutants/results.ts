import { type Area, areas, type Mutant } from './mutant.ts';
import { type Kill, type Note, type Session, type Stage, stages } from './session.ts';

/** What became of one mutant: the stages it has been through, what noticed it, and the time taken. */
type Result = { stages: Stage[]; kill: Kill | null; seconds: number };

export type Results = {
  commit: string;
  older?: string;
  mutants: Mutant[];
  results: Record<number, Result>;
};

/** All that is known of the mutants of a session. */
export function resultsOf({ commit, mutants, notes }: Session): Results {
  const byId = Map.groupBy(notes, ({ id }) => id);
  const results = [...byId].map(([id, some]) => [id, resultOf(some)] as const);
  return { commit, mutants, results: Object.fromEntries(results) };
}

function resultOf(notes: Note[]): Result {
  const seconds = notes.reduce((sum, each) => sum + each.seconds, 0);
  return {
    stages: notes.map(({ stage }) => stage),
    kill: notes.find(({ kill }) => kill)?.kill ?? null,
    seconds: Math.round(seconds * 10) / 10,
  };
}

/** Results as lines: what was tried first, then a mutant a line with what became of it. */
export function toLines({ commit, older, mutants, results }: Results): string {
  const lines = mutants.map((mutant) => ({ ...mutant, ...results[mutant.id] }));
  return [{ commit, older }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** What `toLines` has written. */
export function fromLines(text: string): Results {
  const [head, ...lines] = text.split('\n').filter(Boolean);
  const mutants: (Mutant & Partial<Result>)[] = lines.map((line) => JSON.parse(line));
  const results = mutants.map(({ id, stages = [], kill = null, seconds = 0 }) => [
    id,
    { stages, kill, seconds },
  ]);
  return { ...JSON.parse(head ?? '{}'), mutants, results: Object.fromEntries(results) };
}

/** The notes that results were made of, so that a run can go on from them. */
export function notesOf({ results }: Results): Note[] {
  return Object.entries(results).flatMap(([id, { stages: through, kill, seconds }]) =>
    through.map((stage, at) => {
      const isLast = at === through.length - 1;
      return { id: Number(id), stage, kill: isLast ? kill : null, seconds: isLast ? seconds : 0 };
    }),
  );
}

const columns = ['drawn', 'types', 'lint', 'unit', 'journeys', 'survived', 'open'] as const;

/** The results by area and by kind of change, as a table in Markdown. */
export function table({ mutants, results }: Results): string {
  const fateOf = ({ id }: Mutant): (typeof columns)[number] => {
    const result = results[id];
    if (result?.kill) return result.kill.by;
    return stages.every((stage) => result?.stages.includes(stage)) ? 'survived' : 'open';
  };
  const row = (name: string, some: Mutant[]) => {
    const counts = columns.map((column) =>
      column === 'drawn' ? some.length : some.filter((each) => fateOf(each) === column).length,
    );
    return `| ${[name, ...counts].join(' | ')} |`;
  };
  const kinds = [...new Set(mutants.map(({ mutator }) => mutator))].sort();
  const rows = [
    ...(Object.keys(areas) as Area[]).map((area) =>
      row(
        `\`${areas[area]}\``,
        mutants.filter((mutant) => mutant.area === area),
      ),
    ),
    ...kinds.map((kind) =>
      row(
        kind,
        mutants.filter(({ mutator }) => mutator === kind),
      ),
    ),
    row('all', mutants),
  ];
  const head = `| | ${columns.join(' | ')} |\n| --- | ${columns.map(() => '---:').join(' | ')} |`;
  return `${[head, ...rows].join('\n')}\n`;
}
