/** What drizzle appends to the words of a failed query. */
const values = /\nparams:.*/s;

/** What PostgreSQL could not read (its class 22) it quotes at the end of its words. */
const quoted = /: ".*"/s;

/**
 * Takes the values of a failed query out of an error and all that caused it, for good: they may be password
 * hashes, keys, or what a person wrote, over as many lines as they like. Answers the same error.
 */
export function withoutValues<T>(error: T): T {
  const seen = new Set<unknown>();
  for (let one: unknown = error; one instanceof Error && !seen.has(one); one = one.cause) {
    seen.add(one);
    const { code } = one as { code?: unknown };
    if (values.test(one.message)) say(one, one.message.replace(values, ''));
    if (typeof code === 'string' && code.startsWith('22'))
      say(one, one.message.replace(quoted, ''));
    // PostgreSQL names the offending values in a detail of its own, too.
    Object.assign(one, { params: undefined, detail: undefined });
  }
  return error;
}

function say(error: Error, words: string): void {
  error.stack = error.stack?.replace(error.message, () => words);
  error.message = words;
}
