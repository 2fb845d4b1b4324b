/** A text or a number; numbers are written as they are. */
export type Cell = string | number | null;

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

/**
 * What a spreadsheet takes for the beginning of a formula. Where numbers have a decimal comma it
 * divides at semicolons instead, and knows none of the quotes here: there every part is a cell.
 */
const formulas = /(?<=^|[;\t\r\n])(?=[\s"\p{Cf}]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** A spreadsheet runs what begins like a formula, so such a text gets an apostrophe before it. */
function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(formulas, "'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
