import { createHash } from 'node:crypto';
import type { LegalKind } from 'contract/agreements';
import { agreedTogether, versionOf } from 'contract/legal/agreed';
import type { LegalDocument } from 'contract/legal/document';

/** Legal texts that are agreed to together, with the version that they are. */
interface LegalText {
  kind: LegalKind;
  /** The hash of what is read: 32 hexadecimal digits. */
  version: string;
  documents: LegalDocument[];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function read(kind: LegalKind): LegalText {
  return { kind, version: versionOf(kind, sha256), documents: agreedTogether(kind) };
}

/** The legal texts of this build, with the names that the brand's settings gave them. */
export const currentTexts: Record<LegalKind, LegalText> = {
  terms: read('terms'),
  privacy: read('privacy'),
};
