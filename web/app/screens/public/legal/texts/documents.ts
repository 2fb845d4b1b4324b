import { acceptableUse } from './acceptable-use.tsx';
import { cookiePolicy } from './cookie-policy.tsx';
import type { LegalDocument } from './document.ts';
import { privacyPolicy } from './privacy-policy.tsx';
import { termsOfService } from './terms-of-service.tsx';

/** All that the legal page says, in its order. */
export const documents: readonly LegalDocument[] = [
  privacyPolicy,
  termsOfService,
  cookiePolicy,
  acceptableUse,
];
