import { brand } from 'contract/brand';

/**
 * A route's `meta` with the title 'Dashboard · Company' and, for public pages, a description, for
 * search engines and for those who share the page.
 */
export function pageMeta(title: string, description?: string) {
  const full = `${title} · ${brand.company}`;
  if (!description) return [{ title: full }];
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
  ];
}
