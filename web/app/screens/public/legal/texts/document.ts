import type { ReactNode } from 'react';
import type { DocumentId } from './titles.ts';

/** A paragraph, a list, or a table with a head. */
export type Block =
  | ReactNode
  | { list: readonly ReactNode[] }
  | { head: readonly string[]; rows: readonly (readonly ReactNode[])[] };

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
