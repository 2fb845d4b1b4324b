/** The four documents of the legal page by their anchors (product P41), in their order. */
export const titles = {
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
  'cookie-policy': 'Cookie Policy',
  'acceptable-use': 'Acceptable Use Policy',
} as const;

export type DocumentId = keyof typeof titles;

/** Since when the documents apply. */
export const effectiveDate = { iso: '2025-08-25', shown: '25 August 2025' };

/** When a word of them was last changed. */
export const lastChanged = { iso: '2026-11-22', shown: '22 November 2026' };
