import { candidatesOf } from './candidates.ts';
import { type Area, areas, type Candidate, type Mutant } from './mutant.ts';
import { findPrevious } from './previous.ts';
import { randomOf } from './random.ts';
import type { SourceFile } from './source-tree.ts';

type Found = Candidate & { area: Area; file: string; previously?: Mutant['previously'] };

/**
 * Draws mutants from a tree: each area's share is that of its lines, and within one every line that
 * can be changed is as likely as another. No line is drawn twice. With an older tree, only what
 * stands in both is drawn, wherever it stood. The same seed draws the same of the same trees.
 */
export function draw(
  files: SourceFile[],
  { count, seed, older }: { count: number; seed: number; older?: SourceFile[] },
): Mutant[] {
  const random = randomOf(seed);
  const previous = older && findPrevious(older);
  const drawn = Object.entries(shares(files, count)).flatMap(([area, share]) => {
    const lines = new Map<string, Found[]>();
    for (const { file, text } of files.filter((each) => each.area === area)) {
      for (const candidate of candidatesOf(file, text)) {
        const place = previous?.(file, candidate);
        if (previous && !place) continue;
        const line = `${file}:${candidate.line}`;
        const found = { ...candidate, area: area as Area, file, previously: place };
        lines.set(line, [...(lines.get(line) ?? []), found]);
      }
    }
    const chosen = shuffled([...lines.values()], random).slice(0, share);
    return chosen.map((some) => some[Math.floor(random() * some.length)] as Found);
  });
  return shuffled(drawn, random).map(({ anchors: _, ...found }, at) => ({ id: at + 1, ...found }));
}

/** How many of a count fall to each area by its lines; together exactly the count. */
export function shares(files: SourceFile[], count: number): Record<Area, number> {
  const lines = (some: SourceFile[]) =>
    some.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const all = lines(files);
  let rest = count;
  const names = Object.keys(areas) as Area[];
  const entries = names.map((area, at) => {
    const own = lines(files.filter((file) => file.area === area));
    const share = at === names.length - 1 ? rest : Math.round((count * own) / all);
    rest -= share;
    return [area, share];
  });
  return Object.fromEntries(entries);
}

function shuffled<T>(list: T[], random: () => number): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}
