import type { ReactNode } from 'react';

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
  /** The anchor (spec 2.2). */
  id: 'privacy-policy' | 'terms-of-service' | 'cookie-policy' | 'acceptable-use';
  title: string;
  summary: string;
  sections: readonly Section[];
}
