import type { DocumentId } from './titles.ts';
import type { Words } from './words.ts';

/** A paragraph, a list, or a table with a head. */
export type Block =
  | Words
  | { list: readonly Words[] }
  | { head: readonly string[]; rows: readonly (readonly Words[])[] };

export interface Section {
  /** Unique within its document. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

/** One of the four documents of the legal page. */
export interface LegalDocument {
  id: DocumentId;
  summary: string;
  sections: readonly Section[];
}

/** A list or a table, which is no paragraph. */
export function isArranged(block: Block): block is Exclude<Block, Words> {
  return typeof block === 'object' && !Array.isArray(block);
}
