import { basename } from 'node:path';
import { candidatesOf } from './candidates.ts';
import type { Candidate, Mutant } from './mutant.ts';
import type { SourceFile } from './source-tree.ts';

type Previous = NonNullable<Mutant['previously']>;

/** A text that is as long stands in two files for the same reason. */
const TELLING = 60;

/**
 * Where the same change could be made in an older tree: in the same function, else in the same
 * statement or part of one; in the file of that path, else of that name, else in any if the text is
 * long enough to be telling. Only what there is once counts.
 */
export function findPrevious(
  older: SourceFile[],
): (file: string, candidate: Candidate) => Previous | undefined {
  const places = new Map<string, Previous[]>();
  for (const { file, text } of older) {
    for (const candidate of candidatesOf(file, text)) {
      const { line, start, end, wrap } = candidate;
      for (const key of keysOf(candidate)) {
        places.set(key, [...(places.get(key) ?? []), { file, line, start, end, wrap }]);
      }
    }
  }
  return (file, candidate) => {
    for (const [at, key] of keysOf(candidate).entries()) {
      const all = places.get(key) ?? [];
      const isTelling = (candidate.anchors[at]?.text.length ?? 0) >= TELLING;
      const near = all.filter((place) => place.file === file);
      const named = all.filter((place) => basename(place.file) === basename(file));
      for (const some of [near, named, isTelling ? all : []]) {
        if (some.length === 1) return some[0];
      }
    }
    return undefined;
  };
}

function keysOf({ mutator, after, anchors }: Candidate): string[] {
  return anchors.map(({ kind, text, offset }) =>
    JSON.stringify([mutator, after, kind, offset, text]),
  );
}
