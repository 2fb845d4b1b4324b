import { createHash } from 'node:crypto';
import type { LegalKind } from 'contract/agreements';
import type { LegalDocument } from 'contract/legal/document';
import { documents } from 'contract/legal/documents';
import { textOf } from 'contract/legal/plain-text';
import type { DocumentId } from 'contract/legal/titles';

/** Legal texts that are agreed to together, with the version that they are. */
interface LegalText {
  kind: LegalKind;
  /** The hash of what is read: 32 hexadecimal digits. */
  version: string;
  documents: LegalDocument[];
}

/** Whoever agrees to the terms agrees to the acceptable use; the policy names the cookie policy. */
const parts: Record<LegalKind, DocumentId[]> = {
  terms: ['terms-of-service', 'acceptable-use'],
  privacy: ['privacy-policy', 'cookie-policy'],
};

function read(kind: LegalKind): LegalText {
  const together = documents.filter(({ id }) => parts[kind].includes(id));
  const text = together.map(textOf).join('\n');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { kind, version, documents: together };
}

/** The legal texts of this build, with the names that the brand's settings gave them. */
export const currentTexts: Record<LegalKind, LegalText> = {
  terms: read('terms'),
  privacy: read('privacy'),
};
