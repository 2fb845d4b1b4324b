/** Terms longer than this are counted anew each time. */
const longest = 40;
/** Terms are kept for the plain characters that names and e-mails mostly are made of. */
const characters = 128;

/** A set of terms that tells in one pass over a text which of them are in it. */
export interface TermTree {
  terms: string[];
  /** The indexes of the terms found in `words`, each once. */
  findIn(words: string): number[];
}

/**
 * The pieces of the texts that at least `enough` of them contain: every one-letter piece that is
 * that common, and longer ones grown from them letter by letter. No piece spans two lines.
 */
export function commonTerms(texts: string[], enough: number): string[] {
  const found: string[] = [];
  // Where the pieces of the length just looked at begin: text, offset.
  let places: [number, number][] = texts.flatMap((text, index) =>
    Array.from(text, (_, offset): [number, number] => [index, offset]),
  );
  for (let length = 1; length <= longest && places.length > 0; length += 1) {
    const holders = new Map<string, { texts: number; last: number; at: [number, number][] }>();
    for (const place of places) {
      const [index, offset] = place;
      const piece = texts[index]?.slice(offset, offset + length) ?? '';
      if (piece.length < length || !isPlain(piece.charCodeAt(length - 1))) continue;
      const holder = holders.get(piece) ?? { texts: 0, last: -1, at: [] };
      if (holder.last !== index) holder.texts += 1;
      holder.last = index;
      holder.at.push(place);
      holders.set(piece, holder);
    }
    const common = [...holders].filter(([, holder]) => holder.texts >= enough);
    for (const [piece] of common) found.push(piece);
    places = common.flatMap(([, holder]) => holder.at);
  }
  return found;
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
