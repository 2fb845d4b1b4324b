/** What the build offers, best first. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Browsers send a handful of these; whoever makes up more only makes this begin anew. */
const mostKnown = 500;
const known = new Map<string, readonly Encoding[]>();

/**
 * The encodings a caller takes, its favourite first, by its Accept-Encoding (RFC 9110, 12.5.3):
 * `q=0` refuses one, `*` stands for those that are not named, and what is not encoded is taken
 * unless it is refused. Empty when all are.
 */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  let accepted = known.get(header);
  if (!accepted) {
    accepted = parse(header);
    if (known.size >= mostKnown) known.clear();
    known.set(header, accepted);
  }
  return accepted;
}

function parse(header: string): Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='))?.slice(2);
    if (name) weights.set(name, q === undefined ? 1 : Number(q));
  }
  // Taken, but only where nothing that was named is to be had.
  const unnamed = { br: 0, gzip: 0, identity: Number.MIN_VALUE };
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? weights.get('*') ?? unnamed[encoding];
  return encodings
    .filter((encoding) => weightOf(encoding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
}
