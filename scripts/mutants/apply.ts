import type { Change, Wrap } from './mutant.ts';

/** A source with one change made. */
export function changed(text: string, { start, end, after }: Omit<Change, 'mutator'>): string {
  return text.slice(0, start) + after + text.slice(end);
}

type Numbered = Omit<Change, 'mutator'> & { id: number; wrap: Wrap };

/** A piece of text to be put in at an offset; `closes` what another opened `length` before. */
type Insertion = { at: number; text: string; closes: boolean; length: number };

/**
 * A source with many changes, none of which is made until the running program is told its number.
 * No line moves. What the functions of `switch.txt` answer decides.
 */
export function switchable(text: string, changes: Numbered[], functions: string): string {
  const insertions = changes.flatMap((change) => insertionsFor(text, change)).sort(inOrder);
  let result = '';
  let from = 0;
  for (const { at, text: piece } of insertions) {
    result += text.slice(from, at) + piece;
    from = at;
  }
  return `${result}${text.slice(from)}\n${functions}`;
}

function insertionsFor(text: string, change: Numbered): Insertion[] {
  const { id, wrap } = change;
  const { start, end } = wrap;
  const asked = `mutant__(${id})`;
  const around = (from: number, open: string, to: number, close: string): Insertion[] => [
    { at: from, text: open, closes: false, length: to - from },
    { at: to, text: close, closes: true, length: to - from },
  ];
  switch (wrap.as) {
    case 'body':
      return around(start + 1, `if (${asked}) return;`, end - 1, '');
    case 'block':
      return around(start + 1, `if (!${asked}) {`, end - 1, '}');
    case 'attribute':
      return around(start, `{${asked} ? ${change.after} : `, end, '}');
    case 'value': {
      const within = { start: change.start - start, end: change.end - start, after: change.after };
      const other = changed(text.slice(start, end), within);
      return around(start, `(${asked} ? (${other}) : (`, end, '))');
    }
  }
}

/** Those that open before those that close would cross: at one offset, the inner one closes first. */
function inOrder(one: Insertion, other: Insertion): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.closes !== other.closes) return one.closes ? -1 : 1;
  return one.closes ? one.length - other.length : other.length - one.length;
}
