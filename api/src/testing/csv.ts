/** Reads a CSV file as RFC 4180 has it, strictly: the cells of each line, without the header's mark. */
export function parseCsv(file: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  const start = file.startsWith('\uFEFF') ? 1 : 0;
  field.lastIndex = start;
  while (field.lastIndex < file.length) {
    const at = field.lastIndex;
    const [, cell = '', end] = field.exec(file) ?? [];
    if (end === undefined) throw new Error(`no CSV at ${at}: ${file.slice(at, at + 40)}`);
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') {
      lines.push(cells);
      cells = [];
    }
  }
  return lines;
}
