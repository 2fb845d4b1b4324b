/** A piece of a sentence: text, or text that leads somewhere, weighs more, or is a name in code. */
export type Inline =
  | string
  | { link: string; text: string }
  | { strong: string }
  | { code: string };

/** A sentence or several. They are data, so that pages, mails and kept versions say the same. */
export type Words = string | readonly Inline[];

/** Joins a text that was broken into lines, with what stands in it. */
export function words(parts: TemplateStringsArray, ...values: (Inline | number)[]): Words {
  const pieces: Inline[] = [];
  const add = (piece: Inline) => {
    const last = pieces.at(-1);
    if (typeof piece !== 'string' || typeof last !== 'string') pieces.push(piece);
    else pieces[pieces.length - 1] = last + piece;
  };
  for (const [at, part] of parts.entries()) {
    add(part);
    const value = values[at];
    if (value !== undefined) add(typeof value === 'number' ? String(value) : value);
  }
  const joined = pieces.map((piece, at) => {
    if (typeof piece !== 'string') return piece;
    const text = piece.replaceAll(/\s+/g, ' ');
    const begun = at === 0 ? text.trimStart() : text;
    return at === pieces.length - 1 ? begun.trimEnd() : begun;
  });
  const said = joined.filter((piece) => piece !== '');
  const [only] = said;
  return said.length === 1 && typeof only === 'string' ? only : said;
}

/** What is read of a text where nothing can be pressed. */
export function plain(text: Words): string {
  if (typeof text === 'string') return text;
  return text.map((piece) => (typeof piece === 'string' ? piece : shown(piece))).join('');
}

function shown(piece: Exclude<Inline, string>): string {
  if ('link' in piece) return piece.text;
  return 'strong' in piece ? piece.strong : piece.code;
}
