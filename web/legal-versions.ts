import { createHash } from 'node:crypto';
import { versionOf } from 'contract/legal/agreed';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The versions of the legal texts that the pages of this build show, as the server counts them. */
export const legalVersions = {
  terms: versionOf('terms', sha256),
  privacy: versionOf('privacy', sha256),
};
