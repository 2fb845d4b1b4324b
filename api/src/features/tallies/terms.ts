import { setImmediate } from 'node:timers/promises';

/** Terms longer than this are counted anew each time. */
const longest = 40;
/** Terms are kept for the plain characters that names and e-mails mostly are made of. */
const characters = 128;
/** So long others wait while common terms are looked for. */
const sliceMs = 10;
/** Letters that are looked at between two looks at the time. */
const lookedAtOnce = 2_000;

/** A set of terms that tells in one pass over a text which of them are in it. */
export interface TermTree {
  terms: string[];
  /** The indexes of the terms found in `words`, each once. */
  findIn(words: string): number[];
}

/** A piece of the texts, and where they go on behind it, from the first one to the last. */
interface Piece {
  term: string;
  behind: number[];
}

/**
 * The pieces of the texts that at least `enough` of them contain: every one-letter piece that is
 * that common, and longer ones grown from them letter by letter. No piece spans two lines. Looking at
 * many takes seconds, in which it lets everything else go on all the time.
 */
export async function commonTerms(texts: string[], enough: number): Promise<string[]> {
  const rest = restingEvery(sliceMs);
  const all = texts.join('\n');
  const owners = new Int32Array(all.length);
  for (let text = 0, from = 0; text < texts.length; text += 1) {
    const end = from + (texts[text]?.length ?? 0);
    owners.fill(text, from, end);
    from = end + 1;
  }
  const found: string[] = [];
  const open: Piece[] = [{ term: '', behind: Array.from({ length: all.length }, (_, at) => at) }];
  for (let piece = open.pop(); piece; piece = open.pop()) {
    for (const longer of await grow(piece, { all, owners, enough, rest })) {
      found.push(longer.term);
      if (longer.term.length < longest) open.push(longer);
    }
  }
  return found;
}

interface Growing {
  all: string;
  /** Of each letter of `all` whose text it is in. */
  owners: Int32Array;
  enough: number;
  rest: () => Promise<void> | undefined;
}

/** The pieces that are one letter longer, those that are common. */
async function grow(piece: Piece, { all, owners, enough, rest }: Growing): Promise<Piece[]> {
  const longer = new Map<number, { texts: number; last: number; behind: number[] }>();
  for (const [nth, at] of piece.behind.entries()) {
    if (nth % lookedAtOnce === 0) await rest();
    const code = all.charCodeAt(at);
    if (!isPlain(code)) continue;
    const one = longer.get(code) ?? { texts: 0, last: -1, behind: [] };
    if (one.texts === 0) longer.set(code, one);
    const owner = owners[at] ?? 0;
    if (one.last !== owner) one.texts += 1;
    one.last = owner;
    one.behind.push(at + 1);
  }
  return [...longer]
    .filter(([, { texts }]) => texts >= enough)
    .map(([code, { behind }]) => ({ term: piece.term + String.fromCharCode(code), behind }));
}

/** Waits for a turn of the event loop once so many milliseconds have passed since the last one. */
function restingEvery(ms: number): () => Promise<void> | undefined {
  let end = performance.now() + ms;
  return () => {
    if (performance.now() < end) return undefined;
    return setImmediate().then(() => {
      end = performance.now() + ms;
    });
  };
}

/** Builds the tree of terms whose every beginning is a term too, as `commonTerms` finds them. */
export function termTree(terms: string[]): TermTree {
  const next = new Int32Array((terms.length + 1) * characters);
  const nodes = new Map<string, number>([['', 0]]);
  for (const [index, term] of terms.entries()) nodes.set(term, index + 1);
  for (const [term, node] of nodes) {
    const parent = nodes.get(term.slice(0, -1));
    if (node > 0 && parent !== undefined) {
      next[parent * characters + term.charCodeAt(term.length - 1)] = node;
    }
  }
  const lastSeen = new Int32Array(terms.length + 1);
  let text = 0;
  return {
    terms,
    findIn(words) {
      const found: number[] = [];
      text += 1;
      for (let start = 0; start < words.length; start += 1) {
        let node = 0;
        for (let offset = start; offset < words.length; offset += 1) {
          const code = words.charCodeAt(offset);
          node = code < characters ? (next[node * characters + code] ?? 0) : 0;
          if (node === 0) break;
          if (lastSeen[node] === text) continue;
          lastSeen[node] = text;
          found.push(node - 1);
        }
      }
      return found;
    },
  };
}

function isPlain(code: number): boolean {
  return code < characters && code >= 32;
}
