/** One line of the table of figures. */
export interface Row {
  what: string;
  figure: string;
  /** The same of a bare server in the same run. */
  bare?: string;
  ratio?: string;
}

/** The rows as a Markdown table. */
export function table(rows: Row[]): string {
  const lines = rows.map(
    ({ what, figure, bare = '', ratio = '' }) => `| ${what} | ${figure} | ${bare} | ${ratio} |`,
  );
  return ['| what | ours | bare | ratio |', '|---|---|---|---|', ...lines].join('\n');
}
