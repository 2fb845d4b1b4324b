const createsTable = /^\s*create table (?:if not exists )?"(\w+)"/i;
const createsIndex = /^(\s*create (?:unique )?index )"(\w+)" on (?:"public"\.)?"(\w+)"/i;

export const tablesMadeBy = (statements: string[]): string[] =>
  statements.flatMap((one) => createsTable.exec(one)?.[1] ?? []);

/**
 * Parts a migration's statements: what goes into its transaction, and indexes that are built after it
 * without keeping anybody from writing. An index on a table of the same migration has nothing to read.
 */
export function indexesOf(statements: string[]): {
  inside: string[];
  after: { name: string; statement: string }[];
} {
  const made = tablesMadeBy(statements);
  const inside: string[] = [];
  const after: { name: string; statement: string }[] = [];
  for (const one of statements) {
    const [, head = '', name = '', table = ''] = createsIndex.exec(one) ?? [];
    if (!name || made.includes(table)) inside.push(one);
    else after.push({ name, statement: one.replace(head, `${head}concurrently `) });
  }
  return { inside, after };
}

/** What locks a table for as long as it is large, or takes away what the release before still uses. */
const blocking: [RegExp, string][] = [
  [/\bdrop (?:column|table)\b/i, 'takes away what the release before may still use'],
  [/\brename\b/i, 'renames what the release before still knows by its name'],
  [/\bset data type\b|\balter column \S+ type\b/i, 'writes the whole table anew'],
  [
    /\bset not null\b/i,
    'reads the whole table: add a check that is not valid, validate it, then set it',
  ],
  [
    /\badd column (?![^;]*\bdefault\b)[^;]*\bnot null\b/i,
    'fails where there are rows: give it a default',
  ],
  [/\badd column [^;]*\bdefault (?:gen_random_uuid|random|clock_timestamp)\b/i, 'writes every row'],
  [
    /^\s*(?:update|delete from|truncate)\b/i,
    'holds the rows that it changes until all are changed',
  ],
  [/\b(?:reindex|cluster|vacuum full)\b/i, 'locks the whole table'],
];

const aroundTable =
  /^\s*(?:alter table|update|delete from|truncate) (?:only )?(?:"public"\.)?"?(\w+)"?/i;
const addsCheck = /\badd constraint \S+ (?:foreign key|check)\b(?![^;]*\bnot valid\b)/i;

/**
 * What in a migration would keep others waiting, or the release before from going on; none where there
 * is nothing. `made` are tables that no release has yet. A statement that is known to be harmless says why in a comment before it: `-- harmless: …`.
 */
export function blockingParts(
  statements: string[],
  made: string[] = tablesMadeBy(statements),
): string[] {
  return statements.flatMap((text) => {
    if (/^\s*-- harmless: \S/m.test(text)) return [];
    const one = text.replaceAll(/^\s*--.*\n/gm, '');
    const [, table = ''] = aroundTable.exec(one) ?? [];
    if (made.includes(table)) return [];
    const faults = blocking.filter(([pattern]) => pattern.test(one)).map(([, why]) => why);
    if (addsCheck.test(one))
      faults.push('reads the whole table: add it as not valid, and validate it');
    return faults.map((why) => `${one.trim().slice(0, 80)}: ${why}`);
  });
}
