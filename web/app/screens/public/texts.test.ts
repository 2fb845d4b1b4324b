import { documents } from 'contract/legal/documents';
import { expect, test } from 'vitest';
import { values as aims, dataFacts, offers } from './about/about-text.ts';
import { cataractFeatures, portfolioFeatures } from './product-features.ts';
import { services, steps, values } from './services/services-text.ts';

/** Where in a value a text or a list is empty. */
function emptyPlaces(value: unknown, place: string): string[] {
  if (value === '') return [place];
  if (Array.isArray(value)) {
    if (value.length === 0) return [place];
    return value.flatMap((each, at) => emptyPlaces(each, `${place}[${at}]`));
  }
  // Icons are components, and have nothing to read.
  if (typeof value !== 'object' || value === null || '$$typeof' in value) return [];
  return Object.entries(value).flatMap(([key, each]) => emptyPlaces(each, `${place}.${key}`));
}

test.each(
  Object.entries({
    documents,
    aims,
    offers,
    dataFacts,
    values,
    services,
    steps,
    portfolioFeatures,
    cataractFeatures,
  }),
)('no text or list of the public pages is empty: %s', (name, texts) => {
  expect(emptyPlaces(texts, name)).toEqual([]);
});

test('each section of a legal document has an anchor of its own', () => {
  for (const { id, sections } of documents) {
    const anchors = sections.map((section) => section.id);
    expect(new Set(anchors).size, id).toBe(anchors.length);
  }
});
