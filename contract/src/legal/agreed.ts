import type { LegalKind } from '../agreements.ts';
import type { LegalDocument } from './document.ts';
import { documents } from './documents.ts';
import { textOf } from './plain-text.ts';
import type { DocumentId } from './titles.ts';

/** Whoever agrees to the terms agrees to the acceptable use; the policy names the cookie policy. */
const parts: Record<LegalKind, DocumentId[]> = {
  terms: ['terms-of-service', 'acceptable-use'],
  privacy: ['privacy-policy', 'cookie-policy'],
};

/** The documents that are agreed to together. */
export function agreedTogether(kind: LegalKind): LegalDocument[] {
  return documents.filter(({ id }) => parts[kind].includes(id));
}

/**
 * The version of what is agreed to together: 32 hexadecimal digits of the hash of what is read.
 * @param sha256 the hash of a text, in hexadecimal digits: a browser has none that answers at once
 */
export function versionOf(kind: LegalKind, sha256: (text: string) => string): string {
  return sha256(agreedTogether(kind).map(textOf).join('\n')).slice(0, 32);
}
