import { brand } from 'contract/brand';

/** A route's `meta` with the title 'Dashboard · Company' and, for public pages, a description. */
export function pageMeta(title: string, description?: string) {
  const meta: { title?: string; name?: string; content?: string }[] = [
    { title: `${title} · ${brand.company}` },
  ];
  if (description) meta.push({ name: 'description', content: description });
  return meta;
}
