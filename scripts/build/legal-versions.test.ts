import { expect, test } from 'vitest';
import { currentTexts } from '../../api/src/features/agreements/texts.ts';
import { legalVersions } from '../../web/legal-versions.ts';

test('product U370: the site is built with the versions of the texts that the server writes down', () => {
  const { terms, privacy } = currentTexts;
  expect(legalVersions).toEqual({ terms: terms.version, privacy: privacy.version });
  expect(legalVersions.terms).toMatch(/^[0-9a-f]{32}$/);
  expect(legalVersions.terms).not.toBe(legalVersions.privacy);
});
