import { acceptableUse } from './acceptable-use.ts';
import { cookiePolicy } from './cookie-policy.ts';
import type { LegalDocument } from './document.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { termsOfService } from './terms-of-service.ts';

/** All that the legal page says, in its order. */
export const documents: readonly LegalDocument[] = [
  privacyPolicy,
  termsOfService,
  cookiePolicy,
  acceptableUse,
];
