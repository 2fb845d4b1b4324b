/** The numbers of the statements that a page makes: they stand in bold where a statement begins. */
export function numbersIn(page: string): string[] {
  return [...page.matchAll(/^(?:- |\| )\*\*([A-Z]\d+)\*\*/gm)].map(([, number = '']) => number);
}

const cited = /\b[Pp]roduct ([A-Z]\d+(?:(?:, | and | to )[A-Z]\d+)*)/g;

/** The statements that a text cites, as 'product A12', several as 'product A12, B3 to B5'. */
export function citations(text: string): string[] {
  return [...joined(text).matchAll(cited)].flatMap(
    ([, list = '']) => list.match(/[A-Z]\d+/g) ?? [],
  );
}

/** Documents that this code was once written after, and that are not here to be looked up. */
const elsewhere =
  /\bspec(?:ification)? (?:section \d+|\d[\d.]*)|\bthe spec(?:ification)?\b|\bbilling[ ]rules?\b|\bquality (?:line )?\d+\w?|\b(?:spec|quality)[.]md\b/gi;

/** What a text cites that is in no document of the tree. */
export function foreign(text: string): string[] {
  return joined(text).match(elsewhere) ?? [];
}

/** Without line breaks and the marks of comments, which may stand in the middle of a citation. */
function joined(text: string): string {
  return text.replaceAll(/\s+(?:(?:\*|\/\/|--)\s+)?/g, ' ');
}
